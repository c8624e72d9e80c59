-- Version 8 of the logical schema: what made a lease smaller than planned, or cut it.

ALTER TABLE lease ADD COLUMN note text;
