// tedious, the client of Node.js: the subjects it has. NODE_PATH names where it is installed.
'use strict';
const assert = require('node:assert');
const { Connection, Request, TYPES } = require('tedious');

const port = Number(process.argv[2]);

function connect(options = {}, password = 'Abc123') {
  return new Promise((resolve, reject) => {
    const connection = new Connection({
      server: '127.0.0.1',
      authentication: { type: 'default', options: { userName: 'monitor', password } },
      options: { port, database: 'master', encrypt: false, trustServerCertificate: true, connectTimeout: 20000, ...options },
    });
    connection.on('error', () => {});
    connection.connect((error) => (error ? reject(error) : resolve(connection)));
  });
}

// Runs a request; gives its result sets and output parameters. `prepare` may add parameters, `onRow` sees each row.
function run(connection, how, sql, prepare = () => {}, onRow = () => {}) {
  return new Promise((resolve, reject) => {
    const sets = [];
    const out = {};
    const request = new Request(sql, (error) => (error ? reject(error) : resolve({ sets, out })));
    request.on('columnMetadata', () => sets.push([]));
    request.on('row', (columns) => {
      sets[sets.length - 1].push(columns.map((column) => column.value));
      onRow();
    });
    request.on('returnValue', (name, value) => { out[name] = value; });
    prepare(request);
    connection[how](request);
  });
}

const batch = (connection, sql) => run(connection, 'execSqlBatch', sql).then((result) => result.sets);

async function fails(number, promise) {
  let found;
  try { await promise; } catch (error) { found = error.number ?? error.code; }
  assert.strictEqual(found, number);
}

async function within(work, options) {
  const connection = await connect(options);
  try { await work(connection); } finally { connection.close(); }
}

const subjects = {
  'login': async () => {
    await within(async (c) => {
      assert.deepStrictEqual(await batch(c, 'select db_name(), suser_sname(), program_name()'), [[['tempdb', 'monitor', 'node test']]]);
    }, { database: 'tempdb', appName: 'node test' });
    await fails('ELOGIN', connect({}, 'wrong'));
    await fails('ELOGIN', connect({ database: 'nowhere' }));
  },
  'types': () => within(async (c) => {
    const [[row]] = await batch(c, `select cast(1 as bit), cast(255 as tinyint), cast(-32768 as smallint), cast(-2147483648 as int),
      cast(9223372036854775807 as bigint), cast(1.5 as real), cast(-2.25e100 as float), cast(-1234567.0123 as decimal(38,10)),
      cast(-92233720368547.58 as money), cast('2026-11-29' as date), cast('23:59:58.123' as time(7)), cast('2026-11-29T23:59:58.123' as datetime2(3)),
      cast('2026-11-29T23:59:00' as smalldatetime), cast('2026-11-29T23:59:58.120' as datetime), cast('2026-11-29T23:59:58.123+02:00' as datetimeoffset(7)),
      cast('00112233-4455-6677-8899-AABBCCDDEEFF' as uniqueidentifier), cast('ab' as char(4)), cast('caf\u00e9' as varchar(20)), cast(N'x' as nchar(3)),
      N'\u65e5\u672c \u{1F600}', cast(0x0102 as binary(4)), cast(0xFF00 as varbinary(8)), cast(5 as sql_variant), cast(N'<a/>' as xml)`);
    assert.deepStrictEqual(row.slice(0, 9), [true, 255, -32768, -2147483648, '9223372036854775807', 1.5, -2.25e100, -1234567.0123, -92233720368547.58]);
    assert.deepStrictEqual(row.slice(9, 15).map((d) => d.toISOString()), ['2026-11-29T00:00:00.000Z', '1970-01-01T23:59:58.123Z',
      '2026-11-29T23:59:58.123Z', '2026-11-29T23:59:00.000Z', '2026-11-29T23:59:58.120Z', '2026-11-29T21:59:58.123Z']);
    assert.deepStrictEqual(row.slice(15, 20), ['00112233-4455-6677-8899-AABBCCDDEEFF', 'ab  ', 'caf\u00e9', 'x  ', '\u65e5\u672c \u{1F600}']);
    assert.deepStrictEqual(row.slice(20, 22).map((b) => b.toString('hex')), ['01020000', 'ff00']);
    assert.deepStrictEqual(row.slice(22), [5, '<a/>']);
  }),
  'NULLs': () => within(async (c) => {
    const names = 'bit tinyint int bigint real float decimal(9,2) money date time datetime2 datetime smalldatetime datetimeoffset uniqueidentifier '
      + 'char(3) varchar(9) varchar(max) nchar(3) nvarchar(9) nvarchar(max) binary(3) varbinary(9) varbinary(max) xml sql_variant';
    const [[row]] = await batch(c, 'select ' + names.split(' ').map((name) => `cast(null as ${name})`).join(', '));
    assert.deepStrictEqual(new Set(row), new Set([null]));
  }),
  'long values': () => within(async (c) => {
    for (const n of [0, 1, 4000, 4001, 5000000]) {
      const [[[wide, narrow, binary]]] = await batch(c, `select replicate(cast(N'\u65e5' as nvarchar(max)), ${n}),
        replicate(cast('x' as varchar(max)), ${n}), cast(replicate(cast('b' as varchar(max)), ${n}) as varbinary(max))`);
      assert.ok(wide === '\u65e5'.repeat(n) && narrow === 'x'.repeat(n) && binary.equals(Buffer.alloc(n, 'b')), `${n} read`);
      const { sets } = await run(c, 'execSql', 'select datalength(@t)', (r) => r.addParameter('t', TYPES.NVarChar, '\u65e5'.repeat(n)));
      assert.strictEqual(Number(sets[0][0][0]), 2 * n);
    }
  }),
  'errors': () => within(async (c) => {
    await fails(208, batch(c, 'select * from dbo.nothing'));
    await fails(8134, batch(c, 'select 1/0'));
    await fails(50000, batch(c, "raiserror(N'no %d', 16, 1, 5)"));
    assert.deepStrictEqual(await batch(c, 'select 1'), [[[1]]]);
  }),
  'several results': () => within(async (c) => {
    const messages = [];
    c.on('infoMessage', (info) => messages.push(info.message));
    assert.deepStrictEqual(await batch(c, "select 1 union all select 2; print 'between'; select 'a', N'b'; select 3 where 1 = 0"),
      [[[1], [2]], [['a', 'b']], []]);
    assert.deepStrictEqual(messages, ['between']);
  }),
  'prepared': () => within(async (c) => {
    const request = new Request('select @n + 1, @t', () => {});
    request.addParameter('n', TYPES.Int);
    request.addParameter('t', TYPES.NVarChar);
    await new Promise((resolve, reject) => {
      request.on('prepared', resolve);
      request.on('error', reject);
      c.prepare(request);
    });
    for (const n of [1, 2, 3]) {
      const rows = [];
      const listener = (columns) => rows.push(columns.map((column) => column.value));
      request.on('row', listener);
      await new Promise((resolve, reject) => {
        request.userCallback = (error) => (error ? reject(error) : resolve());
        request.callback = request.userCallback;
        c.execute(request, { n, t: n === 2 ? null : 'it\'s ' + n });
      });
      request.off('row', listener);
      assert.deepStrictEqual(rows, [[n + 1, n === 2 ? null : 'it\'s ' + n]]);
    }
    await new Promise((resolve, reject) => {
      request.callback = (error) => (error ? reject(error) : resolve());
      c.unprepare(request);
    });
  }),
  'output parameters': () => within(async (c) => {
    const { out } = await run(c, 'execSql', 'set @o = @i + 1', (r) => {
      r.addParameter('i', TYPES.Int, 41);
      r.addOutputParameter('o', TYPES.Int);
    });
    assert.deepStrictEqual(out, { o: 42 });
  }),
  'transactions': () => within(async (c) => {
    const call = (name) => new Promise((resolve, reject) => c[name]((error) => (error ? reject(error) : resolve())));
    const count = async () => (await batch(c, 'select @@trancount'))[0][0][0];
    await call('beginTransaction');
    assert.strictEqual(await count(), 1);
    await call('commitTransaction');
    assert.strictEqual(await count(), 0);
    await call('beginTransaction');
    await call('rollbackTransaction');
    assert.strictEqual(await count(), 0);
    await fails(3902, call('commitTransaction'));
    assert.strictEqual(await count(), 0);
  }),
  'cancel': () => within(async (c) => {
    c.cancel(); // before
    await fails('ECANCEL', run(c, 'execSqlBatch', "while 1 = 1 select replicate('x', 8000)", () => {}, () => c.cancel())); // during
    assert.deepStrictEqual(await batch(c, 'select 3'), [[[3]]]);
    const early = run(c, 'execSqlBatch', "waitfor delay '00:10:00'");
    c.cancel(); // before the request is sent whole
    await fails('ECANCEL', early);
    assert.deepStrictEqual(await batch(c, 'select 4'), [[[4]]]);
    c.cancel(); // after
    assert.deepStrictEqual(await batch(c, 'select 5'), [[[5]]]);
  }),
  'time-out': () => within(async (c) => {
    await fails('ETIMEOUT', batch(c, "waitfor delay '00:10:00'"));
    assert.deepStrictEqual(await batch(c, 'select 1'), [[[1]]]);
  }, { requestTimeout: 1000 }),
  'reset': () => within(async (c) => {
    const spid = (await batch(c, 'select @@spid'))[0][0][0];
    await batch(c, 'create table #left_over (a int); set lock_timeout 77; use tempdb');
    await new Promise((resolve, reject) => c.reset((error) => (error ? reject(error) : resolve())));
    assert.deepStrictEqual(await batch(c, "select @@spid, @@lock_timeout, object_id('tempdb..#left_over'), db_name()"), [[[spid, -1, null, 'master']]]);
  }),
  'encryption': async () => {
    const encrypted = process.argv[3].split(',');
    for (const [index, other] of encrypted.entries()) {
      const optional = index === 0; // the first server encrypts when asked, the second always
      for (const encrypt of [false, true]) {
        const reach = within(async (c) => assert.deepStrictEqual(await batch(c, 'select 1'), [[[1]]]), { port: Number(other), encrypt });
        await (encrypt || optional ? reach : assert.rejects(reach));
      }
    }
  },
};

(async () => {
  for (const [name, work] of Object.entries(subjects)) {
    try {
      await work();
      console.log(`${name}\tpasses`);
    } catch (error) {
      console.log(`${name}\tfails\t${String(error.message).slice(0, 400).replace(/\s+/g, ' ')}`);
      console.error(error);
    }
  }
  process.exit(0);
})();
