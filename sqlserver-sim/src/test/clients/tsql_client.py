"""FreeTDS's tsql, a command line: the subjects it has."""

import os
import subprocess
import sys
import tempfile

from subjects import ENCRYPTED, LENGTHS, NULLS, Cannot, run, same

PORT, REQUIRED = sys.argv[1], sys.argv[2]


def tsql(text, port=PORT, password="Abc123", **environment):
    """What it prints, and its exit code."""
    done = subprocess.run(
        ["tsql", "-o", "fhq", "-H", "127.0.0.1", "-p", port, "-U", "monitor", "-P", password],
        input=text, capture_output=True, encoding="utf-8", timeout=60, env={**os.environ, "LC_ALL": "C.UTF-8", **environment})
    return done.stdout + done.stderr, done.returncode


def has(text, *parts):
    for part in parts:
        if part not in text:
            raise AssertionError("no %r in %.300r" % (part, text))


def login():
    has(tsql("select suser_sname()\ngo\n")[0], "monitor")
    said, code = tsql("", password="wrong")
    has(said, "Msg 18456")
    same(code != 0, True)


def types():
    said, _ = tsql(
        "select cast(1 as bit), cast(255 as tinyint), cast(-32768 as smallint), cast(-2147483648 as int), cast(9223372036854775807 as bigint),"
        " cast(-12345678901234567890.0123456789 as decimal(38,10)), cast(-2.25 as float), cast('2026-11-29' as date),"
        " cast('00112233-4455-6677-8899-AABBCCDDEEFF' as uniqueidentifier), cast('caf\u00e9' as varchar(9)), N'\u65e5\u672c', 0x0102\ngo\n")
    has(said, "1\t255\t-32768\t-2147483648\t9223372036854775807\t-12345678901234567890.0123456789\t-2.25\t",
        "00112233-4455-6677-8899-AABBCCDDEEFF\tcaf\u00e9\t\u65e5\u672c\t0102")


def nulls():
    said, _ = tsql(NULLS + "\ngo\n")
    same(said.split().count("NULL"), NULLS.count("null"))


def long_values():
    for n in LENGTHS:
        said, _ = tsql("select replicate(cast(N'\u65e5' as nvarchar(max)), %d), replicate(cast('x' as varchar(max)), %d)\ngo\n" % (n, n))
        same((said.count("\u65e5"), said.count("x")), (n, n))


def errors():
    said, _ = tsql("select * from dbo.nothing\ngo\nselect 1/0\ngo\nraiserror(N'no %d', 16, 1, 5)\ngo\nselect 'still', 'here'\ngo\n")
    has(said, "Msg 208 ", "Msg 8134 ", "Msg 50000 ", "no 5", "still\there")


def results():
    said, _ = tsql("select 1 union all select 2; print 'between'; select 'a', N'b'\ngo\n")
    has(said, "1\n2\n", "between", "a\tb")


def transactions():
    said, _ = tsql("begin tran\ngo\nselect 'n', @@trancount\ngo\nrollback\ngo\nselect 'm', @@trancount\ngo\n")
    has(said, "n\t1", "m\t0")


def cannot(why):
    def work():
        raise Cannot(why)
    return work


def encryption():
    """off, request and require, as its configuration file says, against a server that may and one that must."""
    for port in (PORT, REQUIRED):
        for level in ("off", "request", "require"):
            with tempfile.NamedTemporaryFile("w", suffix=".conf") as conf:
                conf.write("[global]\n\ttds version = 7.4\n\tencryption = %s\n" % level)
                conf.flush()
                said, _ = tsql(ENCRYPTED + "\ngo\n", port, FREETDSCONF=conf.name)
            has(said, "TRUE" if level == "require" or port == REQUIRED else "FALSE")


run({
    "login": login, "types": types, "NULLs": nulls, "long values": long_values, "errors": errors, "several results": results,
    "prepared": cannot("has no parameters"), "output parameters": cannot("has no parameters"), "transactions": transactions,
    "cancel": cannot("has no key for it"), "time-out": cannot("has no such option"), "reset": cannot("has no pool"),
    "encryption": encryption,
})
