import java.util.*;

/** Explicit-state explorer of Tidegate's three rings. BFS: shortest counterexample; then AG EF "a commit by someone",
 *  where the way back may use no fault (no kill, no DBA KILL, no loss of PostgreSQL): that is "no permanent closure". */
public class GateModel {
  // ---- configuration -------------------------------------------------------------------------------------------
  static final class Cfg implements Cloneable {
    String name, expect = "PASS", note = "";
    int procs = 1, workers = 2, slots = 3; boolean fleet = false, kills = true, dbaKill = true, reset = true;
    boolean[] lockRight = {true, true}, vss = {false, false}; int[] place = {0, 0};
    boolean rightsFlip = false;         // the lock right is granted while running
    // readings / mutations of the design
    boolean loopScoped = false;         // lease freed at the deadline
    boolean ioErrorFrees = false;       // a body that ended by an I/O error or abort closes the lease
    boolean cutFrees = false;           // cut = cancel sent + connection discarded, body "completes", lease closed
    boolean leak = false;               // body throws after the lock, session not closed
    boolean reconnect = false;          // driver silently replaces an idle broken session
    boolean guard = true;               // heavy batch starts with IF APPLOCK_MODE <> 'Exclusive' THROW
    boolean notAfter = true;            // heavy batch carries its latest start by the server's clock
    boolean leaseBeforeLock = false;    // process lease closed before the application lock is released
    boolean closeWithoutRelease = false;// connection closed, no acknowledged sp_releaseapplock, lease FREE at once
    boolean recheck = true;             // ownership asked at PostgreSQL again after ring 3
    boolean fence = true, ledgerCas = true, fenceAtomic = true;
    boolean intent = true;              // without the lock: identity durable before the heavy batch is sent
    boolean graceSound = true;          // assumption: a statement is over when the grace has passed
    boolean grace = true;
    String unknown = "CLAIM";           // CLAIM | NOBODY | DMV_REQUEST | DMV_SESSION | LOCKPROBE
    boolean checkStaleStart = false, pgDropOnlyByTimeout = false, checkToldFree = true;
    boolean failover = false, restarts = false, probes = false; // two instances behind one address; an instance may restart; readings of a start time may arrive late
    String identity = "PER_INSTANCE";   // PER_INSTANCE | ANY_PROVES (a suspect has no instance) | BINDS_ALL (only its own instance proves, all are bound) | ONE_SLOT (a new suspect replaces that of another instance)
    boolean restartEndsIntent = true;   // a restart ends the stored intent too, not only the suspect made of it
    boolean lateReading = true;         // a probe's reading ends a suspect only when its start time is the later one
    boolean recheckEpoch = true, intentAtRing2 = true, checkTrueEnd = true, freeze = false, pgIdleTimeout = true, watchdog = true; int maxEpoch = 2;
    Cfg c() { try { Cfg x = (Cfg) clone(); x.lockRight = lockRight.clone(); x.vss = vss.clone(); x.place = place.clone(); return x; } catch (CloneNotSupportedException e) { throw new Error(e); } }
  }
  // ---- state ---------------------------------------------------------------------------------------------------
  static final int FREE = 0, HELD = 1, UNKNOWN = 2, NONE = 4, GONE = 5, DEAD = 4, LEAKED = 5, NOSLOT = 7, BROKEN = 5;
  static final class S {
    int[] sOwner = {7,7,7,7}, sOp = new int[4], sInc = new int[4], sLock = new int[4], sStmt = new int[4], sPend = new int[4], sDone = new int[4], sExp = new int[4], sEp = new int[4];
    int[] pc = new int[4], ws = {4,4,4,4}, rp = new int[4], ep = new int[4], prove = new int[4], fk = new int[4], got = new int[4], wAt = new int[4], wLife = new int[4];
    int[] sAt = new int[4];             // the instance of each session
    int[] ref = {4,4,4,4}, refLock = new int[4], refLife = new int[4], intent = {4,4,4,4}, intLife = new int[4];   // by process (fleet: intent by cluster) * 2 + instance
    int cur = 0, fails = 0; int[] life = new int[2], rd = new int[2];   // rd: a reading on its way, 0 none, else 1 + 2 * instance + life
    int[] alive = {1,1}, lease = new int[2], holder = new int[2], belief = new int[2], right = new int[2], pos = new int[2], frozen = new int[2];
    int pgOwner = 7, pgEpoch = 0;       // pgOwner 0,1 live session; 2,3 session of a dead process; 7 none
    S() {}
    S copy() { S n = new S(); n.unpack(pack()); return n; }
    long[] pack() {
      long[] r = new long[4]; int[] b = {0};
      for (int i = 0; i < 4; i++) { p(r,b,sOwner[i],3); p(r,b,sOp[i],1); p(r,b,sInc[i],1); p(r,b,sLock[i],1); p(r,b,sStmt[i],1); p(r,b,sPend[i],1); p(r,b,sDone[i],1); p(r,b,sExp[i],1); p(r,b,sEp[i],2); p(r,b,sAt[i],1); p(r,b,ref[i],3); p(r,b,refLock[i],1); p(r,b,refLife[i],1); p(r,b,intent[i],3); p(r,b,intLife[i],1); }
      p(r,b,cur,1); p(r,b,fails,2);
      for (int i = 0; i < 4; i++) { p(r,b,pc[i],4); p(r,b,ws[i],3); p(r,b,rp[i],2); p(r,b,ep[i],2); p(r,b,prove[i],1); p(r,b,fk[i],1); p(r,b,got[i],1); p(r,b,wAt[i],1); p(r,b,wLife[i],1); }
      for (int i = 0; i < 2; i++) { p(r,b,alive[i],1); p(r,b,lease[i],2); p(r,b,holder[i],2); p(r,b,life[i],1); p(r,b,rd[i],3); p(r,b,belief[i],2); p(r,b,right[i],1); p(r,b,pos[i],2); p(r,b,frozen[i],1); }
      p(r,b,pgOwner,3); p(r,b,pgEpoch,2); return r;
    }
    static void p(long[] r, int[] b, int v, int w) { int k = b[0] >> 6, o = b[0] & 63; if (o + w > 64) { b[0] = (k + 1) << 6; k++; o = 0; } r[k] |= ((long) v) << o; b[0] += w; }
    static int g(long[] r, int[] b, int w) { int k = b[0] >> 6, o = b[0] & 63; if (o + w > 64) { b[0] = (k + 1) << 6; k++; o = 0; } int v = (int) ((r[k] >>> o) & ((1 << w) - 1)); b[0] += w; return v; }
    void unpack(long[] r) {
      int[] b = {0};
      for (int i = 0; i < 4; i++) { sOwner[i]=g(r,b,3); sOp[i]=g(r,b,1); sInc[i]=g(r,b,1); sLock[i]=g(r,b,1); sStmt[i]=g(r,b,1); sPend[i]=g(r,b,1); sDone[i]=g(r,b,1); sExp[i]=g(r,b,1); sEp[i]=g(r,b,2); sAt[i]=g(r,b,1); ref[i]=g(r,b,3); refLock[i]=g(r,b,1); refLife[i]=g(r,b,1); intent[i]=g(r,b,3); intLife[i]=g(r,b,1); }
      cur=g(r,b,1); fails=g(r,b,2);
      for (int i = 0; i < 4; i++) { pc[i]=g(r,b,4); ws[i]=g(r,b,3); rp[i]=g(r,b,2); ep[i]=g(r,b,2); prove[i]=g(r,b,1); fk[i]=g(r,b,1); got[i]=g(r,b,1); wAt[i]=g(r,b,1); wLife[i]=g(r,b,1); }
      for (int i = 0; i < 2; i++) { alive[i]=g(r,b,1); lease[i]=g(r,b,2); holder[i]=g(r,b,2); life[i]=g(r,b,1); rd[i]=g(r,b,3); belief[i]=g(r,b,2); right[i]=g(r,b,1); pos[i]=g(r,b,2); frozen[i]=g(r,b,1); }
      pgOwner=g(r,b,3); pgEpoch=g(r,b,2);
    }
  }
  record K(long a, long b, long c, long d) {}
  static K key(S s) { long[] r = s.pack(); return new K(r[0], r[1], r[2], r[3]); }
  static final int N = 2;               // batches in the ledger per round
  interface Out { void to(S n, boolean fault, int goal, String bad, String what, int who); }
  static final String[] W = {"P0.tick", "P0.backfill/on-demand", "P1.tick", "P1.backfill/on-demand"};

  // ---- helpers -------------------------------------------------------------------------------------------------
  static int slot(S s, Cfg c) { for (int i = 0; i < c.slots; i++) if (s.sOwner[i] == NOSLOT) return i; return -1; }
  static void gone(S s, int i) { s.sOwner[i] = NOSLOT; s.sOp[i]=s.sInc[i]=s.sLock[i]=s.sStmt[i]=s.sPend[i]=s.sDone[i]=s.sExp[i]=s.sEp[i]=s.sAt[i]=0;
    for (int p = 0; p < 4; p++) { if (s.ref[p] == i) s.ref[p] = GONE; if (s.intent[p] == i) s.intent[p] = GONE; } }
  static void deadClient(S s, int w) { int i = s.ws[w]; if (i < 4) { s.sOwner[i] = DEAD; s.sDone[i] = 0; } s.ws[w] = NONE; }
  static void idle(S s, int w) { s.pc[w] = 0; s.ws[w] = NONE; s.rp[w] = 0; s.ep[w] = 0; s.prove[w] = 0; s.fk[w] = 0; s.got[w] = 0; s.wAt[w] = 0; s.wLife[w] = 0; }
  /** Nothing heavy was sent: the lease goes back to what it was. */
  static void back(S s, int p, int w) { if (s.lease[p] == HELD && s.holder[p] == w) { s.lease[p] = open(s, p); s.holder[p] = 0; } idle(s, w); }
  static int open(S s, int p) { return s.ref[2*p] != NONE || s.ref[2*p+1] != NONE ? UNKNOWN : FREE; }
  static void noRef(S s, int q) { s.ref[q] = NONE; s.refLock[q] = 0; s.refLife[q] = 0; }
  /** The suspect that binds process p on instance at; an earlier life of that instance is over. */
  static int bind(S s, Cfg c, int p, int at) {
    if (c.identity.equals("ANY_PROVES") || c.identity.equals("BINDS_ALL")) return s.ref[2*p] != NONE ? 2*p : 2*p+1;
    int q = 2*p + at, in = 2*iv(c, p) + at; if (s.ref[q] != NONE && s.refLife[q] != s.life[at]) noRef(s, q);
    if (c.restartEndsIntent && s.intent[in] != NONE && s.intLife[in] != s.life[at]) { s.intent[in] = NONE; s.intLife[in] = 0; } return q; }
  /** Every end that proves nothing. */
  static void unknown(S n, Cfg c, int p, int w, int at, int who, int lk) { if (n.lease[p] != HELD || n.holder[p] != w) return;
    if (c.identity.equals("ONE_SLOT")) noRef(n, 2*p + 1 - at);
    int q = 2*p + at; n.lease[p] = UNKNOWN; n.holder[p] = 0; n.ref[q] = who; n.refLock[q] = lk; n.refLife[q] = n.wLife[w]; }
  static void seed(S n, int p, int iv) { for (int at = 0; at < 2; at++) if (n.intent[2*iv+at] != NONE) { n.lease[p] = UNKNOWN; n.ref[2*p+at] = n.intent[2*iv+at]; n.refLock[2*p+at] = 0; n.refLife[2*p+at] = n.intLife[2*iv+at]; } }
  static void free(S s, int p, int w) { if (s.lease[p] == HELD && s.holder[p] == w) { s.holder[p] = 0; s.lease[p] = open(s, p); } }
  static int iv(Cfg c, int p) { return c.fleet ? 0 : p; }
  static int lp(Cfg c, int p) { return c.fleet ? 0 : p; }
  static String check(S s, Cfg c) {
    for (int at = 0; at < 2; at++) { int run = 0; for (int i = 0; i < 4; i++) if (s.sAt[i] == at) run += s.sStmt[i];
      if (run > 1) return "ONE: " + run + " heavy statements run at the server"; }
    if (c.checkTrueEnd) for (int p = 0; p < c.procs; p++) if (s.alive[p] == 1 && s.lease[p] == FREE)
      for (int i = 0; i < 4; i++) if (s.sOwner[i] != NOSLOT && s.sOp[i] == p && s.sInc[i] == 0 && (s.sStmt[i] == 1 || s.sPend[i] == 1 && s.sExp[i] == 0))
        return "TRUE-END: P" + p + "'s lease is free while its statement " + (s.sStmt[i] == 1 ? "runs" : "is still on its way to the server");
    return null;
  }
  // ---- transitions ---------------------------------------------------------------------------------------------
  static void succ(S s, Cfg c, Out o) {
    for (int p = 0; p < c.procs; p++) {
      if (s.alive[p] == 0) { S n = s.copy(); n.alive[p] = 1; n.lease[p] = FREE;
        if (!c.fleet && c.intent) seed(n, p, p);
        o.to(n, false, 0, null, "process restarts" + (n.lease[p] == UNKNOWN ? ", durable intent found: lease UNKNOWN" : ", ring 1 empty"), 10 + p); continue; }
      if ((c.kills || s.frozen[p] == 1 && c.watchdog) && (!c.fleet || s.pgEpoch < c.maxEpoch || s.frozen[p] == 1)) { S n = s.copy(); n.frozen[p] = 0; n.alive[p] = 0; n.lease[p] = FREE; n.holder[p] = 0; noRef(n, 2*p); noRef(n, 2*p+1); n.rd[p] = 0; n.belief[p] = 0;
        for (int k = 0; k < c.workers; k++) { int w = p * 2 + k; deadClient(n, w); idle(n, w); }
        for (int i = 0; i < 4; i++) if (n.sOwner[i] != NOSLOT && n.sOp[i] == p) { n.sInc[i] = 1; if (n.sOwner[i] == LEAKED) n.sOwner[i] = DEAD; }
        if (n.pgOwner == p) n.pgOwner = p + 2;
        o.to(n, !(s.frozen[p] == 1 && c.watchdog), 0, null, s.frozen[p] == 1 ? "watchdog kills the stopped process" : "kill -9 (or exit at shutdown)", 10 + p); }
      if (s.frozen[p] == 1) { S n = s.copy(); n.frozen[p] = 0; o.to(n, true, 0, null, "SIGCONT", 10 + p);
        if (c.fleet && c.pgIdleTimeout && s.pgOwner == p) { n = s.copy(); n.pgOwner = 7; if (c.notAfter) for (int i = 0; i < 4; i++) if (n.sOwner[i] != NOSLOT && n.sOp[i] == p && n.sStmt[i] == 0) n.sExp[i] = 1; o.to(n, false, 0, null, "PostgreSQL ends the stopped node's idle session: its claim is over", 10 + p); }
        continue; }
      if (c.freeze && p == 0 && s.pgEpoch < c.maxEpoch) { S n = s.copy(); n.frozen[p] = 1; o.to(n, true, 0, null, "SIGSTOP: stopped, its sockets stay alive", 10 + p); }
      if (c.rightsFlip && s.right[p] == 0) { S n = s.copy(); n.right[p] = 1; o.to(n, false, 0, null, "the DBA grants the application lock right", 10 + p); }
      if (c.fleet) {
        if (s.belief[p] == 0 && s.pgOwner == 7 && s.pgEpoch < c.maxEpoch) { S n = s.copy(); n.pgOwner = p; n.pgEpoch++; n.belief[p] = n.pgEpoch;
          if (c.intent && n.lease[p] == FREE) seed(n, p, 0);
          o.to(n, false, 0, null, "node takes ownership, epoch+1" + (n.lease[p] == UNKNOWN ? ", finds a foreign intent: lease UNKNOWN" : ""), 10 + p); }
        if (s.belief[p] != 0 && s.pgOwner != p) { S n = s.copy(); n.belief[p] = 0; o.to(n, false, 0, null, "node notices that it lost its PostgreSQL session", 10 + p); }
        if (s.pgOwner == p && s.pgEpoch < c.maxEpoch && !(c.freeze)) {
          S n = s.copy(); n.pgOwner = 7; if (c.notAfter) for (int i = 0; i < 4; i++) if (n.sOwner[i] != NOSLOT && n.sOp[i] == p && n.sStmt[i] == 0) n.sExp[i] = 1;
          o.to(n, true, 0, null, "node is paused; its claim runs out (PostgreSQL ends the idle session); node does not know", 10 + p);
          if (!c.pgDropOnlyByTimeout) { n = s.copy(); n.pgOwner = 7; o.to(n, true, 0, null, "PostgreSQL session lost at once (restart, network); node does not know", 10 + p); }
        }
      }
      // probers of the literal readings
      if (s.lease[p] == UNKNOWN) {
        int r = s.ref[2*p]; boolean can = switch (c.unknown) {
          case "DMV_REQUEST" -> r >= 4 || s.sStmt[r] == 0;
          case "DMV_SESSION" -> r >= 4;
          case "LOCKPROBE" -> lockFree(s, c, p, -1, 0);
          default -> false; };
        if (can) { S n = s.copy(); n.lease[p] = FREE; noRef(n, 2*p); o.to(n, false, 0, null, "probe (" + c.unknown + ") says the old one is gone: lease FREE", 10 + p); }
      }
      for (int k = 0; k < c.workers; k++) worker(s, c, o, p, p * 2 + k);
      if (c.probes && s.rd[p] == 0) { S n = s.copy(); n.rd[p] = 1 + 2 * s.cur + s.life[s.cur]; o.to(n, false, 0, null, "a light probe reads the start time of instance " + s.cur, 10 + p); }
      if (s.rd[p] != 0) { S n = s.copy(); int at = (s.rd[p] - 1) >> 1, was = (s.rd[p] - 1) & 1, q = 2 * p + at; n.rd[p] = 0;
        if (n.ref[q] != NONE && (c.lateReading ? was > n.refLife[q] : was != n.refLife[q])) noRef(n, q);
        if (n.lease[p] == UNKNOWN) n.lease[p] = open(n, p);
        o.to(n, false, 0, null, "the probe's reading (life " + was + " of instance " + at + ") arrives", 10 + p); }
    }
    if (c.failover && s.fails < 2) { S n = s.copy(); n.cur = 1 - n.cur; n.fails++; o.to(n, true, 0, null, "failover: new logins reach instance " + n.cur, 20); }
    if (c.restarts) for (int at = 0; at < (c.failover ? 2 : 1); at++) if (s.life[at] == 0) { S n = s.copy(); n.life[at] = 1;
      for (int i = 0; i < 4; i++) if (n.sOwner[i] != NOSLOT && n.sAt[i] == at) { int ow = n.sOwner[i]; if (ow < 4) { n.ws[ow] = BROKEN; n.got[ow] = n.sStmt[i] | n.sDone[i] | (n.pc[ow] == 7 ? 1 : 0); } gone(n, i); }
      o.to(n, true, 0, null, "instance " + at + " restarts", 20); }
    // the monitored server, the network
    for (int i = 0; i < c.slots; i++) { if (s.sOwner[i] == NOSLOT) continue; int ow = s.sOwner[i];
      if (s.sPend[i] == 1) {
        S n = s.copy(); n.sPend[i] = 0; String bad = null, what;
        boolean refusedByGuard = c.guard && s.right[s.sOp[i]] == 1 && c.lockRight[s.sOp[i]] && s.sLock[i] == 0;
        if (s.sExp[i] == 1 && c.notAfter || refusedByGuard) { n.sDone[i] = ow < 4 ? 1 : 0; if (ow < 4) n.rp[ow] = 3; what = "heavy batch arrives and refuses itself (" + (refusedByGuard ? "no lock on this session" : "too late") + ")"; }
        else { n.sStmt[i] = 1; what = "heavy batch arrives, the statement starts (session " + i + (ow == DEAD ? ", client already gone)" : ")");
          if (c.checkStaleStart && c.fleet && s.sInc[i] == 0 && s.sEp[i] != s.pgEpoch) bad = "STALE-START: a node that lost its claim starts a statement"; }
        o.to(n, false, 0, bad, what, 20);
        if (ow == DEAD) { n = s.copy(); n.sPend[i] = 0; o.to(n, false, 0, null, "heavy batch is lost on the way", 20); }
      }
      if (s.sStmt[i] == 1) { S n = s.copy(); n.sStmt[i] = 0; n.sDone[i] = ow < 4 ? 1 : 0; o.to(n, false, 0, null, "the server ends the statement of session " + i + " (finished, cancel acked, or dead client noticed)", 20); }
      if (ow == DEAD && s.sStmt[i] == 0 && s.sPend[i] == 0) { S n = s.copy(); gone(n, i); o.to(n, false, 0, null, "the server ends session " + i + ", its lock goes with it", 20); }
      if (c.dbaKill && ow < 4) { S n = s.copy(); n.ws[ow] = BROKEN; n.got[ow] = s.sStmt[i] | s.sDone[i] | (s.pc[ow] == 7 ? 1 : 0); gone(n, i); o.to(n, true, 0, null, "DBA KILLs session " + i, 20); }
    }
    if (c.fleet && (s.pgOwner == 2 || s.pgOwner == 3)) { S n = s.copy(); n.pgOwner = 7; o.to(n, false, 0, null, "PostgreSQL notices the dead node", 20); }
    for (int l = 0; l < (c.fleet ? 1 : c.procs); l++) if (s.pos[l] == N) { boolean quiet = true;
      for (int p = 0; p < c.procs; p++) if (c.fleet || p == l) for (int k = 0; k < c.workers; k++) if (s.pc[p*2+k] > 3) quiet = false;
      if (quiet) { S n = s.copy(); n.pos[l] = 0; o.to(n, false, 0, null, "the next interval settles", 20); } }
  }
  static boolean lockFree(S s, Cfg c, int p, int self, int at) { for (int i = 0; i < 4; i++) if (i != self && s.sAt[i] == at && s.sOwner[i] != NOSLOT && s.sLock[i] == 1 && c.place[s.sOp[i]] == c.place[p]) return false; return true; }

  static void worker(S s, Cfg c, Out o, int p, int w) {
    int i = s.ws[w]; S n;
    switch (s.pc[w]) {
      case 0 -> {
        if (s.lease[p] == FREE) { n = s.copy(); n.lease[p] = HELD; n.holder[p] = w; n.pc[w] = 1; o.to(n, false, 0, null, "ring 1: lease taken", w); }
        else if (s.lease[p] == UNKNOWN && c.unknown.equals("CLAIM")) { n = s.copy(); n.lease[p] = HELD; n.holder[p] = w; n.prove[w] = 1; n.pc[w] = 1; o.to(n, false, 0, null, "ring 1: lease UNKNOWN claimed, to be proven at ring 3", w); }
      }
      case 1 -> {
        if (c.fleet && s.belief[p] == 0) { n = s.copy(); back(n, p, w); o.to(n, false, 0, null, "ring 2: not the owner, goes away", w); return; }
        int f = slot(s, c);
        if (f >= 0) { n = s.copy(); int at = n.cur, in = 2*iv(c, p)+at; if (c.intent && c.intentAtRing2 && n.prove[w] == 0 && n.intent[in] != NONE && n.ref[2*p+at] == NONE) { n.prove[w] = 1; n.ref[2*p+at] = n.intent[in]; n.refLock[2*p+at] = 0; n.refLife[2*p+at] = n.intLife[in]; } n.sAt[f] = at; n.wAt[w] = at; n.wLife[w] = n.life[at]; n.sOwner[f] = w; n.sOp[f] = p; n.ws[w] = f; n.ep[w] = n.belief[p]; n.sEp[f] = n.belief[p]; n.pc[w] = 3; o.to(n, false, 0, null, "ring 2 believed, logs in: session " + f, w); }
        n = s.copy(); back(n, p, w); o.to(n, false, 0, null, "connect fails", w);
      }
      case 3 -> {
        if (i == BROKEN) { n = s.copy(); back(n, p, w); o.to(n, false, 0, null, "connection reset before anything heavy", w); return; }
        boolean right = c.lockRight[p] && s.right[p] == 1; int at = s.sAt[i];
        s = s.copy(); int q = bind(s, c, p, at); s.prove[w] = s.ref[q] != NONE ? 1 : 0; boolean here = !c.identity.equals("BINDS_ALL") || q == 2*p + at;
        if (right) {
          if (!lockFree(s, c, p, i, at)) {
            String bad = null; if (c.checkToldFree && s.prove[w] == 0) for (int j = 0; j < 4; j++) if (j != i && s.sAt[j] == at && s.sOwner[j] != NOSLOT && s.sLock[j] == 1 && s.sOp[j] == p && s.sInc[j] == 0) bad = "TOLD-FREE-THEN-SKIPPED: ring 1 said free, ring 3 refuses because of our own last session";
            n = s.copy(); gone(n, i); n.ws[w] = NONE; back(n, p, w); o.to(n, false, 0, bad, "ring 3: application lock refused (-1), deferred", w);
          } else {
            n = s.copy(); n.sLock[i] = 1; boolean ok = true;
            if (n.prove[w] == 1) { if (here && (n.refLock[q] == 1 || n.ref[q] == GONE && c.vss[p])) { n.prove[w] = 0; noRef(n, q); } else ok = false; }
            if (ok) { n.pc[w] = 4; n.rp[w] = n.pos[lp(c, p)]; o.to(n, false, 0, null, "ring 3: application lock granted", w); }
            else { // suspect never held the lock: its own evidence is needed
              if (graceOk(s, c, q)) { S m = n.copy(); grace(m, c, p, q); m.prove[w] = 0; m.pc[w] = 4; m.rp[w] = m.pos[lp(c, p)]; o.to(m, false, 0, null, "ring 3: lock granted and the grace for the lockless suspect has passed", w); }
              gone(n, i); n.ws[w] = NONE; back(n, p, w); o.to(n, false, 0, null, "ring 3: lock granted but proves nothing about a lockless suspect, goes away", w); }
          }
          // reply lost: granted or not, client gone
          n = s.copy(); if (lockFree(s, c, p, i, at)) n.sLock[i] = 1; deadClient(n, w);
          if (n.prove[w] == 0) { unknown(n, c, p, w, at, i, 1); idle(n, w); }
          else back(n, p, w);
          o.to(n, false, 0, null, "connection breaks while asking for the lock", w);
        } else if (c.vss[p]) {
          boolean other = false; for (int j = 0; j < 4; j++) if (j != i && s.sAt[j] == at && s.sOwner[j] != NOSLOT) other = true;
          n = s.copy();
          if (other) { gone(n, i); n.ws[w] = NONE; back(n, p, w); o.to(n, false, 0, null, "look: another heavy session of ours is there, goes away", w); }
          else if (!here) { gone(n, i); n.ws[w] = NONE; back(n, p, w); o.to(n, false, 0, null, "look: the suspect is on another instance, goes away", w); }
          else { n.prove[w] = 0; noRef(n, q); n.pc[w] = 4; n.rp[w] = n.pos[lp(c, p)]; o.to(n, false, 0, null, "look: no other heavy session of ours", w); }
        } else {
          if (s.prove[w] == 1) {
            if (graceOk(s, c, q)) { n = s.copy(); grace(n, c, p, q); n.prove[w] = 0; n.pc[w] = 4; n.rp[w] = n.pos[lp(c, p)]; o.to(n, false, 0, null, "no lock, no view: the grace has passed, goes on", w); }
            n = s.copy(); gone(n, i); n.ws[w] = NONE; back(n, p, w); o.to(n, false, 0, null, "no lock, no view: grace not over, goes away", w);
          } else { n = s.copy(); n.pc[w] = 4; n.rp[w] = n.pos[lp(c, p)]; o.to(n, false, 0, null, "no lock right: goes on with rings 1 and 2", w); }
        }
      }
      case 4 -> {
        if (i == BROKEN) { broken(s, c, o, p, w, true); return; }
        if (c.fleet && c.recheck && (s.pgOwner != p || c.recheckEpoch && s.ep[w] != s.pgEpoch)) { n = s.copy(); gone(n, i); n.ws[w] = NONE; back(n, p, w); o.to(n, false, 0, null, "ring 2 asked again: no longer the owner, goes away", w); return; }
        if (c.intent && c.intentAtRing2 && s.sLock[i] == 0 && s.intent[2*iv(c, p)+s.sAt[i]] != NONE && !(c.vss[p])) { n = s.copy(); gone(n, i); n.ws[w] = NONE; back(n, p, w); o.to(n, false, 0, null, "intent of another is there: goes away", w); return; }
        n = s.copy(); n.pc[w] = 5; if (c.intent && n.sLock[i] == 0) { n.intent[2*iv(c, p)+n.sAt[i]] = i; n.intLife[2*iv(c, p)+n.sAt[i]] = n.wLife[w]; } o.to(n, false, 0, null, "ready to send", w);
      }
      case 5 -> {
        if (i == BROKEN) { broken(s, c, o, p, w, true); return; }
        n = s.copy(); n.sPend[i] = 1; n.pc[w] = 6; o.to(n, false, 0, null, "sends the heavy batch on session " + i, w);
        if (c.reconnect && slot(s, c) >= 0) { n = s.copy(); int f = slot(n, c); n.sOwner[i] = DEAD; n.sOwner[f] = w; n.sOp[f] = p; n.sEp[f] = n.sEp[i]; n.sAt[f] = n.sAt[i]; n.ws[w] = f; o.to(n, true, 0, null, "driver silently reconnects: session " + f + " without the lock", w); }
        n = s.copy(); clearIntent(n, c, p, i);
        if (c.leak) { n.sOwner[i] = LEAKED; n.ws[w] = NONE; back(n, p, w); o.to(n, false, 0, null, "body throws after the lock; session leaked, lease closed", w); }
        else if (lostLock(s, c, p, i)) { gone(n, i); unknownGone(n, c, p, w); o.to(n, false, 0, null, "body throws; sp_releaseapplock says not held (1223): lease UNKNOWN", w); }
        else { gone(n, i); n.ws[w] = NONE; back(n, p, w); o.to(n, false, 0, null, "body throws after ring 3, nothing sent; lock released, session closed", w); }
      }
      case 6 -> {
        if (i == BROKEN) { if (s.rp[w] < N && s.got[w] == 1) commit(s, c, o, p, w); broken(s, c, o, p, w, false); return; }
        if (s.rp[w] < N && (s.sStmt[i] == 1 || s.sDone[i] == 1)) commit(s, c, o, p, w);
        if (s.sDone[i] == 1) { n = s.copy(); n.pc[w] = 7; n.sDone[i] = 0; o.to(n, false, 0, null, "reads the end of the result (or the cancel's ack)", w); }
        n = s.copy(); int lk = n.sLock[i]; deadClient(n, w);
        if (c.ioErrorFrees) { free(n, p, w); idle(n, w); o.to(n, false, 0, null, "socket time-out/reset: body throws, lease closed", w); }
        else { unknown(n, c, p, w, n.wAt[w], i, lk); idle(n, w); o.to(n, false, 0, null, "socket aborted, timed out or reset: lease UNKNOWN", w); }
        if (c.cutFrees) { n = s.copy(); deadClient(n, w); free(n, p, w); idle(n, w); o.to(n, false, 0, null, "cut: cancel sent, connection discarded, body completes, lease closed", w); }
        if (c.loopScoped && s.lease[p] == HELD && s.holder[p] == w) { n = s.copy(); free(n, p, w); o.to(n, false, 0, null, "deadline: abandoned, the loop closes the lease", w); }
      }
      case 7 -> {
        if (i == BROKEN) { if (s.rp[w] < N && s.got[w] == 1) commit(s, c, o, p, w); broken(s, c, o, p, w, false); return; }
        if (s.rp[w] < N) commit(s, c, o, p, w);
        if (c.leaseBeforeLock) { n = s.copy(); free(n, p, w); n.pc[w] = 9; o.to(n, false, 0, null, "lease closed first", w); return; }
        n = s.copy(); clearIntent(n, c, p, i);
        if (c.closeWithoutRelease) { deadClient(n, w); n.pc[w] = 8; o.to(n, false, 0, null, "connection closed without releasing the lock", w); }
        else if (lostLock(s, c, p, i)) { gone(n, i); unknownGone(n, c, p, w); o.to(n, false, 0, null, "sp_releaseapplock says not held (1223): lease UNKNOWN", w); }
        else { gone(n, i); n.ws[w] = NONE; n.pc[w] = 8; o.to(n, false, 0, null, "sp_releaseapplock answered, session closed", w); }
        n = s.copy(); int lk = n.sLock[i]; deadClient(n, w); unknown(n, c, p, w, n.wAt[w], i, lk); idle(n, w); o.to(n, false, 0, null, "connection breaks at sp_releaseapplock: lease UNKNOWN", w);
      }
      case 8 -> { n = s.copy(); free(n, p, w); idle(n, w); o.to(n, false, 0, null, "guard cleared, lease closed: FREE", w); }
      case 9 -> { n = s.copy(); if (i < 4) gone(n, i); idle(n, w); o.to(n, false, 0, null, "application lock released", w); }
      default -> throw new IllegalStateException();
    }
  }
  static boolean lostLock(S s, Cfg c, int p, int i) { return c.reconnect && s.sLock[i] == 0 && c.lockRight[p] && s.right[p] == 1; }
  static void unknownGone(S n, Cfg c, int p, int w) { unknown(n, c, p, w, n.wAt[w], GONE, 1); idle(n, w); }
  static void clearIntent(S n, Cfg c, int p, int i) { int q = 2*iv(c, p) + n.sAt[i]; if (n.intent[q] == i || n.intent[q] == GONE) { n.intent[q] = NONE; n.intLife[q] = 0; } }
  static boolean graceOk(S s, Cfg c, int q) { if (!c.grace) return false; int r = s.ref[q]; if (!c.graceSound) return true; if (r >= 4) return true; return s.sStmt[r] == 0 && (c.notAfter || s.sPend[r] == 0 && s.sOwner[r] == DEAD); }
  static void grace(S n, Cfg c, int p, int q) { int r = n.ref[q], in = 2*iv(c, p) + (q & 1); if (r < 4 && c.notAfter) n.sExp[r] = 1; noRef(n, q); if (n.intent[in] == r || n.intent[in] == GONE) { n.intent[in] = NONE; n.intLife[in] = 0; } }
  static void broken(S s, Cfg c, Out o, int p, int w, boolean nothingSent) {
    S n = s.copy(); n.ws[w] = NONE; if (nothingSent) { back(n, p, w); o.to(n, false, 0, null, "reset before anything heavy", w); return; }
    if (c.ioErrorFrees) { free(n, p, w); idle(n, w); } else { unknown(n, c, p, w, n.wAt[w], GONE, c.lockRight[p] && s.right[p] == 1 ? 1 : 0); idle(n, w); }
    o.to(n, false, 0, null, "connection found reset: lease " + (c.ioErrorFrees ? "closed" : "UNKNOWN"), w);
  }
  static void commit(S s, Cfg c, Out o, int p, int w) {
    int l = lp(c, p); boolean fenceOk = !c.fleet || !c.fence || s.ep[w] == s.pgEpoch;
    if (c.fleet && c.fence && !c.fenceAtomic) {
      if (s.fk[w] == 0) { S n = s.copy(); if (fenceOk) n.fk[w] = 1; else n.rp[w] = 3; o.to(n, false, 0, null, fenceOk ? "epoch read: still the owner (not locked)" : "fenced", w); return; }
      fenceOk = true; }
    boolean ok = fenceOk && (!c.ledgerCas || s.pos[l] == s.rp[w]);
    S n = s.copy(); n.fk[w] = 0;
    if (!ok) { n.rp[w] = 3; o.to(n, false, 0, null, "commit fenced, nothing stored", w); return; }
    String bad = null;
    if (s.pos[l] > s.rp[w]) bad = "NOTHING-TWICE: batch " + s.rp[w] + " stored a second time";
    if (s.pos[l] < s.rp[w]) bad = "NOTHING-LOST: batch stored beyond a hole";
    n.pos[l] = s.rp[w] + 1; n.rp[w]++;
    o.to(n, false, c.fleet ? 1 : 1 << p, bad, "commits batch " + (s.rp[w] + 1), w);
  }
  // ---- exploration ---------------------------------------------------------------------------------------------
  static boolean explore(Cfg c, int max) {
    long t0 = System.nanoTime(); HashMap<K, Integer> seen = new HashMap<>(1 << 20); ArrayList<K> states = new ArrayList<>(); IntList parent = new IntList(), src = new IntList(), dst = new IntList(); IntList goal = new IntList();
    S s0 = new S(); for (int p = 0; p < 2; p++) s0.right[p] = c.lockRight[p] && !c.rightsFlip ? 1 : 0; if (c.procs == 1) s0.alive[1] = 0;
    seen.put(key(s0), 0); states.add(key(s0)); parent.add(-1); goal.add(0);
    String[] bad = {null}; int[] badAt = {-1}; String[] badStep = {null}; long edges = 0; long[] ec = {0};
    for (int h = 0; h < states.size() && bad[0] == null; h++) {
      if (states.size() > max) { System.out.printf("%-34s STOPPED at %,d states, no violation so far%n", c.name, states.size()); return true; }
      S s = un(states.get(h)); final int hh = h;
      succ(s, c, (n, fault, g, b, what, who) -> {
        ec[0]++; if (bad[0] != null) return; K k = key(n); Integer id = seen.get(k); boolean nw = id == null;
        if (nw) { id = states.size(); seen.put(k, id); states.add(k); parent.add(hh); goal.add(0); }
        if (!fault) { src.add(hh); dst.add(id); } if (g != 0) goal.set(hh, goal.get(hh) | g);
        if (b == null && nw) b = check(n, c);
        if (b != null) { bad[0] = b; badAt[0] = hh; badStep[0] = name(who) + ": " + what; }
      });
    }
    int trap = -1; String trapWhat = null;
    if (bad[0] == null) for (int g = 0; g < (c.fleet ? 1 : c.procs) && trap < 0; g++) {
      int n = states.size(); int[] cnt = new int[n + 1]; for (int e = 0; e < dst.n; e++) cnt[dst.a[e] + 1]++; for (int i = 0; i < n; i++) cnt[i + 1] += cnt[i];
      int[] adj = new int[dst.n], at = cnt.clone(); for (int e = 0; e < dst.n; e++) adj[at[dst.a[e]]++] = src.a[e];
      boolean[] ok = new boolean[n]; ArrayDeque<Integer> q = new ArrayDeque<>(); for (int i = 0; i < n; i++) if ((goal.get(i) >> g & 1) == 1) { ok[i] = true; q.add(i); }
      while (!q.isEmpty()) { int x = q.poll(); for (int e = cnt[x]; e < cnt[x + 1]; e++) if (!ok[adj[e]]) { ok[adj[e]] = true; q.add(adj[e]); } }
      for (int i = 0; i < n; i++) if (!ok[i]) { trap = i; trapWhat = "PERMANENT CLOSURE: from here " + (c.fleet ? "nobody" : "P" + g) + " can ever commit again without another crash"; break; }
    }
    String verdict = bad[0] != null ? "FAIL" : trap >= 0 ? "FAIL" : "PASS"; boolean asExpected = verdict.equals(c.expect);
    System.out.printf("%-34s %s%s  %,d states, %,d transitions, %.1f s  %s%n", c.name, verdict, asExpected ? "" : "  (EXPECTED " + c.expect + ")", states.size(), ec[0], (System.nanoTime() - t0) / 1e9, c.note);
    if (verdict.equals("FAIL")) { int at = bad[0] != null ? badAt[0] : trap; System.out.println("    " + (bad[0] != null ? bad[0] : trapWhat));
      ArrayDeque<Integer> path = new ArrayDeque<>(); for (int x = at; x >= 0; x = parent.get(x)) path.push(x);
      int step = 1; Integer prev = null; for (int x : path) { if (prev != null) System.out.printf("    %2d. %s%n", step++, label(prev, x, states, c)); prev = x; }
      if (bad[0] != null) System.out.printf("    %2d. %s  <== %n", step, badStep[0]); }
    return asExpected;
  }
  static String label(int a, int b, ArrayList<K> st, Cfg c) { String[] r = {"?"}; K t = st.get(b); boolean[] f = {false}; succ(un(st.get(a)), c, (n, fault, g, bd, what, who) -> { if (!f[0] && key(n).equals(t)) { r[0] = name(who) + ": " + what; f[0] = true; } }); return r[0]; }
  static String name(int who) { return who < 4 ? W[who] : who < 20 ? "P" + (who - 10) : "server/net"; }
  static S un(K k) { S s = new S(); s.unpack(new long[] {k.a, k.b, k.c, k.d}); return s; }
  static final class IntList { int[] a = new int[1024]; int n; void add(int v) { if (n == a.length) a = Arrays.copyOf(a, n * 2); a[n++] = v; } int get(int i) { return a[i]; } void set(int i, int v) { a[i] = v; } }

  static List<Cfg> all() {
    List<Cfg> l = new ArrayList<>(); Cfg d = new Cfg();
    java.util.function.BiConsumer<String, java.util.function.Consumer<Cfg>> add = (n, f) -> { Cfg x = d.c(); x.name = n; f.accept(x); l.add(x); };
    // counterexamples: readings of the design, one at a time
    add.accept("M1 loop-scoped lease", x -> { x.loopScoped = true; x.expect = "FAIL"; });
    add.accept("M1b loop-scoped, no lock right", x -> { x.loopScoped = true; x.lockRight[0] = false; x.intent = false; x.checkTrueEnd = false; x.expect = "FAIL"; });
    add.accept("M2 I/O error frees the lease", x -> { x.ioErrorFrees = true; x.expect = "FAIL"; });
    add.accept("M2b same, no lock right", x -> { x.ioErrorFrees = true; x.lockRight[0] = false; x.intent = false; x.checkTrueEnd = false; x.kills = false; x.expect = "FAIL"; });
    add.accept("M3 cut: cancel+discard frees", x -> { x.cutFrees = true; x.expect = "FAIL"; });
    add.accept("M4 UNKNOWN, nobody probes", x -> { x.unknown = "NOBODY"; x.expect = "FAIL"; });
    add.accept("M5 probe dm_exec_requests", x -> { x.unknown = "DMV_REQUEST"; x.lockRight[0] = false; x.intent = false; x.notAfter = false; x.kills = false; x.checkTrueEnd = false; x.expect = "FAIL"; });
    add.accept("M6 lock probe, lockless suspect", x -> { x.unknown = "LOCKPROBE"; x.rightsFlip = true; x.intent = false; x.expect = "FAIL"; x.dbaKill = false; x.checkTrueEnd = false; x.kills = false; });
    add.accept("M7 session leaked after the lock", x -> { x.leak = true; x.checkToldFree = false; x.expect = "FAIL"; });
    add.accept("M8 silent reconnect, no guard", x -> { x.procs = 2; x.workers = 1; x.reconnect = true; x.guard = false; x.kills = false; x.checkToldFree = false; x.expect = "FAIL"; x.slots = 4; });
    add.accept("M8+ silent reconnect, guarded", x -> { x.procs = 2; x.workers = 1; x.reconnect = true; x.kills = false; x.dbaKill = false; x.slots = 3; });
    add.accept("M9 master here, tempdb there", x -> { x.procs = 2; x.workers = 1; x.place[1] = 1; x.expect = "FAIL"; });
    add.accept("M10 lease closed before the lock", x -> { x.leaseBeforeLock = true; x.expect = "FAIL"; });
    add.accept("M11 close without release", x -> { x.closeWithoutRelease = true; x.expect = "FAIL"; });
    add.accept("F1 no right, kill -9, no intent", x -> { x.lockRight[0] = false; x.intent = false; x.expect = "FAIL"; });
    add.accept("F2 no right, grace not long enough", x -> { x.lockRight[0] = false; x.graceSound = false; x.checkTrueEnd = false; x.expect = "FAIL"; });
    add.accept("F3 no right, two installations", x -> { x.procs = 2; x.workers = 1; x.lockRight[0] = x.lockRight[1] = false; x.kills = false; x.expect = "FAIL"; });
    add.accept("F4 mixed: lock only / view only", x -> { x.procs = 2; x.workers = 1; x.lockRight[1] = false; x.vss[1] = true; x.kills = false; x.expect = "FAIL"; });
    add.accept("N1 fleet, no fence, no ledger CAS", x -> { fleet(x); x.fence = false; x.ledgerCas = false; x.expect = "FAIL"; });
    add.accept("N2 fleet, epoch read unlocked", x -> { fleet(x); x.fenceAtomic = false; x.ledgerCas = false; x.expect = "FAIL"; });
    add.accept("N3 fleet paused after ring 2", x -> { fleet(x); x.recheck = false; x.notAfter = false; x.checkStaleStart = true; x.pgDropOnlyByTimeout = true; x.expect = "FAIL"; });
    add.accept("N4 recheck only, paused after it", x -> { fleet(x); x.notAfter = false; x.checkStaleStart = true; x.pgDropOnlyByTimeout = true; x.expect = "FAIL"; });
    add.accept("N5 fleet, no right, node's own intent", x -> { fleet(x); x.lockRight[0] = x.lockRight[1] = false; x.intent = false; x.expect = "FAIL"; });
    add.accept("N6 recheck asks owner, not epoch", x -> { fleet(x); x.recheckEpoch = false; x.checkStaleStart = true; x.pgDropOnlyByTimeout = true; x.expect = "FAIL"; });
    add.accept("N7 intent read only at takeover", x -> { fleet(x); x.intentAtRing2 = false; x.lockRight[0] = x.lockRight[1] = false; x.expect = "FAIL"; });
    add.accept("N8 epoch fence alone", x -> { fleet(x); x.ledgerCas = false; });
    add.accept("N9 ledger CAS alone", x -> { fleet(x); x.fence = false; });
    add.accept("W1 stopped node, PG session lives", x -> { fleet(x); x.freeze = true; x.pgIdleTimeout = false; x.watchdog = false; x.kills = false; x.dbaKill = false; x.expect = "FAIL"; });
    add.accept("W2 idle time-out, no watchdog", x -> { fleet(x); x.freeze = true; x.watchdog = false; x.kills = false; x.dbaKill = false; x.expect = "FAIL"; });
    add.accept("W3 idle time-out and watchdog", x -> { fleet(x); x.freeze = true; x.kills = false; x.dbaKill = false; });
    // instances: identity, failover, restart
    add.accept("I1 any instance's lock proves", x -> { failover(x); x.identity = "ANY_PROVES"; x.expect = "FAIL"; });
    add.accept("I2 a suspect binds all instances", x -> { failover(x); x.identity = "BINDS_ALL"; x.grace = false; x.checkToldFree = false; x.expect = "FAIL"; });
    add.accept("I3 one slot for all instances", x -> { failover(x); x.identity = "ONE_SLOT"; x.expect = "FAIL"; });
    add.accept("I3b same, no right: law ONE", x -> { failover(x); x.identity = "ONE_SLOT"; x.lockRight[0] = false; x.checkTrueEnd = false; x.intent = false; x.kills = false; x.expect = "FAIL"; });
    add.accept("I4 any other start time is a restart", x -> { x.restarts = x.probes = true; x.lateReading = false; x.dbaKill = false; x.expect = "FAIL"; });
    add.accept("I5 restart ends the suspect, not the intent", x -> { x.restarts = true; x.lockRight[0] = false; x.restartEndsIntent = false; x.expect = "FAIL"; });
    // the repaired protocol
    add.accept("R1 Lite, one process, two loops", x -> { });
    add.accept("R1x same, 4 sessions", x -> { x.slots = 4; });
    add.accept("R2 two installations, lock", x -> { x.procs = 2; x.workers = 1; x.slots = 3; });
    add.accept("R2x two inst., 2+2 loops", x -> { x.procs = 2; x.workers = 2; x.slots = 3; x.dbaKill = false; });
    add.accept("R3 Lite, view instead of lock", x -> { x.lockRight[0] = false; x.vss[0] = true; });
    add.accept("R4 two inst., view instead of lock", x -> { x.procs = 2; x.workers = 1; x.lockRight[0] = x.lockRight[1] = false; x.vss[0] = x.vss[1] = true; });
    add.accept("R5 Lite, neither, grace sound", x -> { x.lockRight[0] = false; });
    add.accept("R6 right granted while running", x -> { x.rightsFlip = true; });
    add.accept("R7 fleet, two nodes, lock", x -> { fleet(x); });
    add.accept("R7x fleet, 2 loops each", x -> { fleet(x); x.workers = 2; x.dbaKill = false; });
    add.accept("R7y fleet, two takeovers", x -> { fleet(x); x.maxEpoch = 3; x.dbaKill = false; });
    add.accept("R8 fleet, pause: starts nothing", x -> { fleet(x); x.checkStaleStart = true; x.pgDropOnlyByTimeout = true; });
    add.accept("R9 fleet, view instead of lock", x -> { fleet(x); x.lockRight[0] = x.lockRight[1] = false; x.vss[0] = x.vss[1] = true; });
    add.accept("R10 fleet, neither, grace sound", x -> { fleet(x); x.lockRight[0] = x.lockRight[1] = false; });
    add.accept("R11 failover, lock", x -> { failover(x); });
    add.accept("R12 failover, view instead of lock", x -> { failover(x); x.lockRight[0] = false; x.vss[0] = true; });
    add.accept("R13 failover, neither, grace sound", x -> { failover(x); x.lockRight[0] = false; });
    add.accept("R14 failover, two installations", x -> { failover(x); x.procs = 2; x.workers = 1; x.kills = false; });
    add.accept("R15 restart, late readings, lock", x -> { x.restarts = x.probes = true; });
    add.accept("R16 restart, late readings, grace", x -> { x.restarts = x.probes = true; x.lockRight[0] = false; });
    add.accept("R17 failover and restart, lock", x -> { failover(x); x.restarts = x.probes = true; x.kills = false; x.workers = 1; });
    return l;
  }
  static void failover(Cfg x) { x.failover = true; x.dbaKill = false; }
  static void fleet(Cfg x) { x.fleet = true; x.procs = 2; x.workers = 1; }
  public static void main(String[] a) {
    int max = 30_000_000; boolean ok = true; String only = a.length > 0 ? a[0] : "";
    for (Cfg c : all()) if (only.isEmpty() || Arrays.stream(only.split(",")).anyMatch(x -> c.name.startsWith(x + (x.length() > 1 ? " " : "")))) ok &= explore(c, max);
    System.out.println(ok ? "ALL AS EXPECTED" : "NOT AS EXPECTED"); System.exit(ok ? 0 : 1);
  }
}
