-- Version 4 of the logical schema: what names a database in its availability group.

ALTER TABLE series ADD COLUMN group_database_id text;

-- Two servers that open a group's database at once make one series: the second finds the first's on its next probe.
CREATE UNIQUE INDEX series_group ON series (group_database_id) WHERE is_current AND group_database_id IS NOT NULL;
