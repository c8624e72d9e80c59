-- Version 4 of the logical schema: what names a database in its availability group.

ALTER TABLE series ADD COLUMN group_database_id VARCHAR;
