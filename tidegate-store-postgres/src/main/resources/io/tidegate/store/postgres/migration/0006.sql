-- Version 6 of the logical schema: the recovery fork of a database, by which a restore is noticed.

ALTER TABLE series ADD COLUMN recovery_fork text;
