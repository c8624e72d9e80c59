"""python-tds, a client in pure Python: the subjects it has."""

import datetime
import decimal
import sys
import uuid

import pytds

from subjects import ENCRYPTED, ENDLESS, HANGS, LENGTHS, NULLS, TYPES, Cannot, fails, run, same

PORT, REQUIRED, CERTIFICATE = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]


def connect(**more):
    settings = dict(dsn="127.0.0.1", port=PORT, user="monitor", password="Abc123", database="master", autocommit=True)
    settings.update(more)
    return pytds.connect(**settings)


def query(connection, sql, arguments=()):
    cursor = connection.cursor()
    cursor.execute(sql, arguments)
    return [tuple(row) for row in cursor.fetchall()] if cursor.description else None


def login():
    with connect(database="tempdb", appname="pytds test") as c:
        same(query(c, "select db_name(), suser_sname(), program_name() "), [("tempdb", "monitor", "pytds test")])
    fails(18456, connect, password="wrong")
    fails(18456, connect, database="nowhere")  # it keeps the last of the two errors


def types():
    with connect() as c:
        row = query(c, TYPES + ", cast('23:59:58.1234567' as time(7)), cast('2026-11-29T23:59:58.1234560+02:00' as datetimeoffset(7)),"
                    " cast(5 as sql_variant), cast(N'<a/>' as xml)")[0]
        same(
            row[:8],
            (True, 255, -32768, -2147483648, 9223372036854775807, 1.5, -2.25e100, decimal.Decimal("-12345678901234567890.0123456789")),
        )
        same(row[8], decimal.Decimal("-922337203685477.5808"))
        same(row[9:13], (
            datetime.date(2026, 11, 29),
            datetime.datetime(2026, 11, 29, 23, 59, 58, 123000),
            datetime.datetime(2026, 11, 29, 23, 59),
            datetime.datetime(2026, 11, 29, 23, 59, 58, 120000),
        ))
        same(row[13], uuid.UUID("00112233-4455-6677-8899-aabbccddeeff"))
        same(row[14:18], ("ab  ", "caf\u00e9", "x  ", "\u65e5\u672c \U0001F600"))
        same(row[18:20], (b"\x01\x02\0\0", b"\xff\0"))
        same(row[20], datetime.time(23, 59, 58, 123456))
        same((row[21].replace(tzinfo=None), row[21].utcoffset()),
             (datetime.datetime(2026, 11, 29, 23, 59, 58, 123456), datetime.timedelta(hours=2)))
        same(row[22:], (5, "<a/>"))


def nulls():
    with connect() as c:
        same(set(query(c, NULLS)[0]), {None})


def long_values():
    with connect() as c:
        for n in LENGTHS:
            wide, narrow, binary = query(
                c,
                "select replicate(cast(N'\u65e5' as nvarchar(max)), %d), replicate(cast('x' as varchar(max)), %d),"
                " cast(replicate(cast('b' as varchar(max)), %d) as varbinary(max))" % (n, n, n),
            )[0]
            same((wide == "\u65e5" * n, narrow == "x" * n, binary == b"b" * n), (True, True, True))
        for n in LENGTHS:
            same(query(c, "select datalength(%s)", ("\u65e5" * n,)), [(2 * n,)])


def errors():
    with connect() as c:
        fails(208, query, c, "select * from dbo.nothing")
        fails(8134, query, c, "select 1/0")
        fails(50000, query, c, "raiserror(N'no %d', 16, 1, 5)")
        same(query(c, "select 1"), [(1,)])


def results():
    with connect() as c:
        cursor = c.cursor()
        cursor.execute("select 1 union all select 2; print 'between'; select 'a', N'b'; select 3 where 1 = 0")
        same([tuple(r) for r in cursor.fetchall()], [(1,), (2,)])
        same(cursor.nextset(), True)
        same([tuple(r) for r in cursor.fetchall()], [("a", "b")])
        same(cursor.nextset(), True)
        same([tuple(r) for r in cursor.fetchall()], [])
        same(bool(cursor.nextset()), False)


def prepared():
    when = datetime.datetime(2026, 11, 29, 12, 30, 15, 123456)
    with connect() as c:
        same(
            query(c, "select %s, %s, %s, %s, %s, %s", ("it's \u65e5", 5, None, decimal.Decimal("-1.25"), pytds.Binary(b"\x01"), when)),
            [("it's \u65e5", 5, None, decimal.Decimal("-1.25"), pytds.Binary(b"\x01"), when)],
        )


def output():
    with connect() as c:
        cursor = c.cursor()
        got = cursor.callproc("sp_executesql", (
            "set @o = @i + 1", "@i int, @o int output", 41, pytds.output(param_type="int")))
        same(got[3], 42)
        cursor.callproc("sys.sp_getapplock", {
            "@Resource": "pytds", "@LockMode": "Exclusive", "@LockOwner": "Session", "@LockTimeout": 0})
        while cursor.nextset():
            pass
        same(cursor.get_proc_return_status(), 0)


def transactions():
    with connect(autocommit=False) as c:
        same(query(c, "select @@trancount"), [(1,)])
        c.commit()
        same(query(c, "select @@trancount"), [(1,)])
        c.rollback()
        c.autocommit = True
        same(query(c, "select @@trancount"), [(0,)])


def cancel():
    with connect() as c:
        cursor = c.cursor()
        cursor.cancel()  # before
        cursor.execute(ENDLESS)
        same(cursor.fetchone()[0], "x" * 8000)
        cursor.cancel()  # during
        same(query(c, "select 3"), [(3,)])
        cursor = c.cursor()
        cursor.execute("select 4")
        same(cursor.fetchone()[0], 4)
        cursor.cancel()  # after
        same(query(c, "select 5"), [(5,)])


def time_out():
    with connect(timeout=1) as c:
        try:
            query(c, HANGS)
        except pytds.tds_base.TimeoutError:
            pass
        else:
            raise AssertionError("no time-out")
        same(query(c, "select 1"), [(1,)])


def reset():
    first = connect(pooling=True)
    spid = query(first, "select @@spid")[0][0]
    query(first, "create table #left_over (a int); set lock_timeout 77; use tempdb")
    first.close()
    with connect(pooling=True) as again:
        same(query(again, "select @@spid, @@lock_timeout, object_id('tempdb..#left_over'), db_name()"), [(spid, -1, None, "master")])


def encryption():
    """It encrypts everything when it has a certificate to check, else nothing."""
    for port in (PORT, REQUIRED):
        with connect(port=port, cafile=CERTIFICATE, validate_host=False) as c:
            same(query(c, ENCRYPTED), [("TRUE",)])
    with connect() as c:
        same(query(c, ENCRYPTED), [("FALSE",)])
    try:
        connect(port=REQUIRED)
    except pytds.Error:
        pass
    else:
        raise AssertionError("the server must refuse")


run({
    "login": login, "types": types, "NULLs": nulls, "long values": long_values, "errors": errors, "several results": results,
    "prepared": prepared, "output parameters": output, "transactions": transactions, "cancel": cancel, "time-out": time_out,
    "reset": reset, "encryption": encryption,
})
