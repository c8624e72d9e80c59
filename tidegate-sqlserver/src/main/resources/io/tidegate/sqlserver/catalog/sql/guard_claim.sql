-- name: guard_claim
-- reads: none
-- params: claim_until datetime2(7)
-- columns: none
-- since: 13
-- permission: none
-- why-number: SqlServerFaults.GUARD_CLAIM.
IF SYSUTCDATETIME() >= :claim_until
    THROW 50002, N'tidegate: the claim may have run out', 1;
