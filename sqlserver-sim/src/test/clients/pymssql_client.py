"""pymssql (FreeTDS's db-lib): the subjects it has."""

import datetime
import decimal
import os
import sys
import tempfile
import uuid

import pymssql
from pymssql import _mssql

from subjects import ENCRYPTED, ENDLESS, HANGS, LENGTHS, NULLS, TYPES, Cannot, fails, run, same

PORT, REQUIRED = sys.argv[1], sys.argv[2]


def connect(**more):
    settings = dict(server="127.0.0.1", port=PORT, user="monitor", password="Abc123", database="master", autocommit=True)
    settings.update(more)
    return pymssql.connect(**settings)


def query(connection, sql, arguments=None):
    cursor = connection.cursor()
    cursor.execute(sql, arguments)
    return cursor.fetchall() if cursor.description else None


def login():
    with connect(database="tempdb", appname="pymssql test") as c:
        same(query(c, "select db_name(), suser_sname(), program_name() "), [("tempdb", "monitor", "pymssql test")])
    fails(18456, connect, password="wrong")
    fails(18456, connect, database="nowhere")  # it keeps the last of the two errors


def types():
    with connect() as c:
        row = query(c, TYPES)[0]
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
        same(row[18:], (b"\x01\x02\0\0", b"\xff\0"))


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
        same(cursor.fetchall(), [(1,), (2,)])
        same(cursor.nextset(), True)
        same(cursor.fetchall(), [("a", "b")])
        same(cursor.nextset(), True)
        same(cursor.fetchall(), [])
        same(bool(cursor.nextset()), False)


def prepared():
    with connect() as c:
        same(query(c, "select %s, %d", ("it's \u65e5", 5)), [("it's \u65e5", 5)])
    raise Cannot("puts parameters into the text itself")


def output():
    with connect() as c:
        cursor = c.cursor()
        got = cursor.callproc("sp_executesql", (
            "set @o = @i + 1", "@i int, @o int output", 41, pymssql.output(int)))
        same(got[3], 42)


def transactions():
    with connect(autocommit=False) as c:
        same(query(c, "select @@trancount"), [(1,)])
        c.commit()
        same(query(c, "select @@trancount"), [(1,)])
        c.rollback()
        c.autocommit(True)
        same(query(c, "select @@trancount"), [(0,)])


def cancel():
    c = _mssql.connect(server="127.0.0.1", port=PORT, user="monitor", password="Abc123")
    c.cancel()  # before
    c.execute_query(ENDLESS)
    c.cancel()  # during
    same(c.execute_scalar("select 3"), 3)
    c.cancel()  # after
    same(c.execute_scalar("select 4"), 4)
    c.close()


def time_out():
    c = connect(timeout=1)
    fails(20047, query, c, HANGS)  # db-lib closes the connection without an attention
    same(query(connect(), "select 1"), [(1,)])


def reset():
    raise Cannot("has no pool")


def encryption():
    """off, request and require, as FreeTDS's configuration file says, against a server that may and one that must."""
    for port in (PORT, REQUIRED):
        for level in ("off", "request", "require"):
            with tempfile.NamedTemporaryFile("w", suffix=".conf") as conf:
                conf.write("[global]\n\ttds version = 7.4\n\tencryption = %s\n" % level)
                conf.flush()
                os.environ["FREETDSCONF"] = conf.name
                try:
                    with connect(port=port) as c:
                        encrypted = "TRUE" if level == "require" or port == REQUIRED else "FALSE"
                        same(query(c, ENCRYPTED), [(encrypted,)])
                finally:
                    del os.environ["FREETDSCONF"]


run({
    "login": login, "types": types, "NULLs": nulls, "long values": long_values, "errors": errors, "several results": results,
    "prepared": prepared, "output parameters": output, "transactions": transactions, "cancel": cancel, "time-out": time_out,
    "reset": reset, "encryption": encryption,
})
