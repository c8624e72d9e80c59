"""What the Python clients have in common: running the subjects and telling how each went, one line each."""

import sys
import traceback

TYPES = """select cast(1 as bit), cast(255 as tinyint), cast(-32768 as smallint), cast(-2147483648 as int),
 cast(9223372036854775807 as bigint), cast(1.5 as real), cast(-2.25e100 as float), cast(-12345678901234567890.0123456789 as decimal(38,10)),
 cast(-922337203685477.5808 as money), cast('2026-11-29' as date), cast('2026-11-29T23:59:58.123' as datetime2(3)),
 cast('2026-11-29T23:59:00' as smalldatetime), cast('2026-11-29T23:59:58.120' as datetime),
 cast('00112233-4455-6677-8899-AABBCCDDEEFF' as uniqueidentifier), cast('ab' as char(4)), cast('caf\u00e9' as varchar(20)),
 cast(N'x' as nchar(3)), N'\u65e5\u672c \U0001F600', cast(0x0102 as binary(4)), cast(0xFF00 as varbinary(8))"""

NULLS = "select " + ", ".join(
    "cast(null as %s)" % name
    for name in (
        "bit tinyint int bigint real float decimal(9,2) money date time datetime2 datetime smalldatetime uniqueidentifier "
        "char(3) varchar(9) varchar(max) nchar(3) nvarchar(9) nvarchar(max) binary(3) varbinary(9) varbinary(max) xml"
    ).split()
)

LENGTHS = (0, 1, 4000, 4001, 5000000)

# Sends rows until it is cancelled.
ENDLESS = "while 1 = 1 select replicate('x', 8000)"
ENCRYPTED = "select encrypt_option from sys.dm_exec_connections where session_id = @@spid"
HANGS = "waitfor delay '00:10:00'"


class Cannot(Exception):
    """The client has no such thing."""


def same(got, wanted):
    if got != wanted:
        raise AssertionError("got %.200r, wanted %.200r" % (got, wanted))


def fails(number, work, *arguments, **named):
    """The error must come, with this number."""
    try:
        work(*arguments, **named)
    except Cannot:
        raise
    except Exception as e:
        found = getattr(e, "number", None) or getattr(e, "msg_no", None) or (e.args[0] if e.args else None)
        if isinstance(found, tuple):
            found = found[0]
        same(found, number)
        return e
    raise AssertionError("no error %d" % number)


def run(subjects):
    for name, work in subjects.items():
        try:
            work()
            print(name, "passes", sep="\t", flush=True)
        except Cannot as e:
            print(name, "cannot", e, sep="\t", flush=True)
        except Exception as e:
            print(name, "fails", repr(e)[:400], sep="\t", flush=True)
            traceback.print_exc(file=sys.stderr)
