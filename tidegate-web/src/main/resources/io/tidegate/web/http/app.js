"use strict";

const TIMELINE_SECONDS = 120;
const $ = (id) => document.getElementById(id);

async function get(path) {
  const response = await fetch(path);
  const body = await response.json();
  if (!response.ok) throw new Error(body.error || response.statusText);
  return body;
}

function cell(row, text, className) {
  const td = document.createElement("td");
  td.textContent = text === null || text === undefined ? "" : text;
  if (className) td.className = className;
  row.appendChild(td);
  return td;
}

function fill(table, rows, draw) {
  const body = document.createElement("tbody");
  for (const item of rows) {
    const tr = document.createElement("tr");
    draw(tr, item);
    body.appendChild(tr);
  }
  $(table).replaceChild(body, $(table).tBodies[0]);
}

const clock = (iso) => (iso ? iso.replace("T", " ").replace(/\..*|Z$/, "") : "");
const words = (name) => String(name || "").toLowerCase().replaceAll("_", " ");
const number = (n) => (n === null || n === undefined ? "" : Math.round(n).toLocaleString("en"));

function loop(status) {
  if (!status || !status.last) return "";
  const counts = Object.entries(status.counts || {}).map(([name, n]) => `${n} ${words(name)}`).join(", ");
  const every = status.missed ? `, ${status.missed} missed` : "";
  return `${words(status.last)} (${counts}${every})`;
}

const seconds = (duration) => {
  const parts = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(duration || "");
  return parts ? (parts[1] || 0) * 3600 + (parts[2] || 0) * 60 + Number(parts[3] || 0) : 0;
};

function spent(budget) {
  if (!budget) return "";
  const u = budget.usage;
  const of = (used, limit) => `${seconds(used).toFixed(1)} of ${seconds(limit).toFixed(1)} s`;
  return `${of(u.heavyUsed, u.heavyLimit)}, CPU ${of(u.cpuUsed, u.cpuLimit)}, light ${seconds(u.lightUsed).toFixed(1)} s${u.isEstimated ? " (estimated)" : ""}`;
}

function waits(budget) {
  if (!budget) return "";
  const held = budget.pressure ? [budget.pressure] : [];
  if (budget.missing.length) held.push("pressure is not seen; run: " + budget.missing.join(" "));
  if (budget.waiting.length) held.push("waits for the budget: " + budget.waiting.map((w) => `${w.work} of ${w.database} since ${clock(w.since)}`).join(", "));
  return held.join("; ");
}

function drawServers(answer) {
  $("state").textContent = answer.isCollecting
    ? `collecting since ${clock(answer.startedAt)} UTC`
    : "no process collects into this store now";
  $("notice").hidden = !answer.notice;
  $("notice").textContent = answer.notice || "";
  $("store").hidden = !answer.store;
  $("store").textContent = answer.store ? answer.store.words : "";
  const rows = answer.isCollecting ? answer.servers : answer.registered.map((name) => ({ name }));
  fill("servers", rows, (tr, s) => {
    cell(tr, s.name);
    const state = cell(tr, "");
    if (s.state) {
      const badge = document.createElement("span");
      badge.className = `badge ${s.state}`;
      badge.textContent = words(s.state);
      state.appendChild(badge);
    }
    cell(tr, s.holder ? `${words(s.holder.purpose)} ${s.holder.database}` : s.isGateUnknown ? "unknown: a suspect may still run" : "");
    cell(tr, loop(s.tick));
    cell(tr, loop(s.backfill));
    cell(tr, clock(s.sourceNow));
    const cost = cell(tr, spent(s.budget));
    cost.title = waits(s.budget);
    cell(tr, [s.detail, s.tick && s.tick.detail, s.backfill && s.backfill.detail, waits(s.budget)]
      .filter((text, i, all) => text && all.indexOf(text) === i).join("; "), "wrap");
  });
}

const SVG = "http://www.w3.org/2000/svg";
function shape(parent, name, attributes, title) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (title) {
    const t = document.createElementNS(SVG, "title");
    t.textContent = title;
    node.appendChild(t);
  }
  parent.appendChild(node);
  return node;
}

function drawTimeline(answer, servers) {
  const svg = $("timeline");
  svg.replaceChildren();
  const to = Date.parse(answer.to);
  const from = to - TIMELINE_SECONDS * 1000;
  const width = svg.clientWidth || 900;
  const left = 110, rowHeight = 30, top = 8;
  const height = top + servers.length * rowHeight + 22;
  svg.setAttribute("height", height);
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const x = (ms) => left + ((ms - from) / (to - from)) * (width - left - 10);
  for (let s = 0; s <= TIMELINE_SECONDS; s += 20) {
    const at = from + s * 1000;
    shape(svg, "line", { x1: x(at), x2: x(at), y1: top, y2: height - 20, class: "grid" });
    const label = shape(svg, "text", { x: x(at), y: height - 6, "text-anchor": "middle" });
    label.textContent = new Date(at).toISOString().slice(11, 19);
  }
  let abandoned = 0, deferred = 0;
  servers.forEach((server, i) => {
    const y = top + i * rowHeight;
    shape(svg, "text", { x: 0, y: y + 19 }).textContent = server;
    for (const row of answer.rows.filter((r) => r.server === server)) {
      const kind = words(row.purpose).replace(" ", "_");
      const asked = Date.parse(row.asked);
      if (row.ending === "DEFERRED") {
        deferred++;
        if (asked < from) continue;
        shape(svg, "rect", { x: x(asked) - 2, y: y + 3, width: 4, height: 6, class: "deferred" },
          `${words(row.purpose)} deferred at ${clock(row.asked)}${row.deferredBy ? ": " + JSON.stringify(row.deferredBy) : ""}`);
        continue;
      }
      if (row.abandoned) abandoned++;
      const begin = Math.max(from, Date.parse(row.got || row.asked));
      const end = Date.parse(row.ended);
      if (end < from) continue;
      shape(svg, "rect", {
        x: x(begin), y: y + 10, width: Math.max(2, x(end) - x(begin)), height: 14, rx: 2,
        class: row.abandoned ? "abandoned" : kind,
      }, `${words(row.purpose)} ${row.database}${row.from ? `, of ${row.from} to ${row.to}` : ""}, session ${row.sessionId ?? "none"}, ${clock(row.got)} to ${clock(row.ended)}, ` +
         `${words(row.ending)}, ${number(row.rows)} rows, ${number(row.bytes)} bytes, ${number(row.cpuMs)} ms CPU${row.estimated ? " (estimated)" : ""}${row.note ? ", " + row.note : ""}`);
    }
  });
  $("timeline-text").textContent =
    `The last ${TIMELINE_SECONDS} s by our clock: ${answer.rows.length} rows, ${abandoned} abandoned, ${deferred} deferred.`;
}

function amount(n) {
  const inUnit = (unit, name) => `${(n / unit).toFixed(1).replace(/\.0$/, "")} ${name}`;
  return n < 120 ? `${n} s` : n < 7200 ? inUnit(60, "min") : n < 172800 ? inUnit(3600, "h") : inUnit(86400, "d");
}

/* How time is covered, e.g. "held 20 h (verified 18 h), unobserved 29 d". */
function covered(time) {
  const list = (some) => some.map((w) => `${w.word} ${amount(w.seconds)}`).join(", ");
  const flags = time.flags.length ? ` (${list(time.flags)})` : "";
  return time.words.map((w) => list([w]) + (w.word === "held" ? flags : "")).join(", ") || "no time";
}

function drawTop(answer) {
  const peeked = answer.peeked ? `, ${answer.peeked} more from a peek` : "";
  $("top-covers").textContent = answer.from
    ? `${clock(answer.from)} to ${clock(answer.to)} UTC: ${answer.held} of ${answer.intervals} intervals held${peeked}. ` +
      `Time covered over ${answer.covered.databases} database${answer.covered.databases === 1 ? "" : "s"}: ${covered(answer.covered)}.`
    : "nothing is stored yet";
  fill("top", answer.rows, (tr, r) => {
    cell(tr, r.server);
    cell(tr, r.database);
    cell(tr, r.queryId, "n");
    cell(tr, number(r.executions), "n");
    cell(tr, number(r.total), "n");
    cell(tr, number(r.average), "n");
    cell(tr, `${(r.share * 100).toFixed(1)} %`, "n");
    cell(tr, r.plans, "n");
    const text = cell(tr, "", "wrap");
    const code = document.createElement("code");
    code.textContent = r.text ? r.text.slice(0, 160) : "not held yet";
    text.appendChild(code);
  });
}

const COLOURS = { held: "--held", inherited: "--held", open: "--open", unsettled: "--unsettled", pending: "--pending" };
function drawCoverage(list) {
  fill("coverage", list, (tr, c) => {
    cell(tr, c.server);
    cell(tr, c.epoch > 1 ? `${c.database} (epoch ${c.epoch})` : c.database);
    const td = cell(tr, "");
    const bar = document.createElement("div");
    bar.className = "bar";
    const all = c.words.reduce((sum, w) => sum + w.intervals, 0) || 1;
    for (const w of c.words) {
      const part = document.createElement("span");
      part.style.width = `${(w.intervals / all) * 100}%`;
      part.style.background = `var(${COLOURS[w.word] || "--other"})`;
      part.title = `${w.word}: ${w.intervals}`;
      bar.appendChild(part);
    }
    td.appendChild(bar);
    const text = document.createElement("div");
    text.className = "quiet";
    text.textContent = c.words.concat(c.flags).filter((w) => w.intervals).map((w) => `${w.intervals} ${w.word}`).join(", ");
    if (c.mayExpireEarlier || c.pendingUntil) {
      const when = c.pendingUntil ? clock(c.pendingUntil) + (c.mayExpireEarlier ? " or earlier" : "") : "unknown";
      text.textContent += `; the source removes what is pending: ${when}`;
    }
    td.appendChild(text);
    if (c.watched) {
      const time = document.createElement("div");
      time.className = "quiet";
      time.textContent = `Time from ${clock(c.watched.from)} to ${clock(c.watched.to)}: ${covered(c.watched)}`;
      time.title = c.watched.reasons.join("; ");
      td.appendChild(time);
    }
    cell(tr, clock(c.oldestHeld));
    cell(tr, clock(c.newestHeld));
    cell(tr, clock(c.firstContact));
  });
}

/** The next look begins when this one has its answers, and the later the longer they took: an open page is a tenth of the work at most. */
const PAUSE_MILLIS = 2000;
const PAUSES_PER_LOOK = 9;
let isLooking = false;
let isAskedAgain = false;
let timer = 0;

async function refresh() {
  if (isLooking) {
    isAskedAgain = true;
    return;
  }
  isLooking = true;
  clearTimeout(timer);
  const begin = performance.now();
  try {
    await look();
  } catch (failed) {
    $("state").textContent = `no answer: ${failed.message}`;
  }
  isLooking = false;
  timer = setTimeout(refresh, isAskedAgain ? 0 : Math.max(PAUSE_MILLIS, PAUSES_PER_LOOK * (performance.now() - begin)));
  isAskedAgain = false;
}

async function look() {
  const servers = await get("/api/servers");
  drawServers(servers);
  const [leases, top, coverage] = await Promise.all([
    get(`/api/leases?last=${TIMELINE_SECONDS}s&limit=5000`),
    get(`/api/top?metric=${$("metric").value}&last=${$("last").value}&limit=15`),
    get("/api/coverage"),
  ]);
  drawTimeline(leases, servers.registered);
  drawTop(top);
  drawCoverage(coverage);
}

$("top-form").addEventListener("change", refresh);
refresh();
