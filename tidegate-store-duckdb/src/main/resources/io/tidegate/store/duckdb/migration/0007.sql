-- Version 7 of the logical schema: why a text or a plan has no content, and how large a text is at its source.

ALTER TABLE text_ref ADD COLUMN source_bytes BIGINT;
ALTER TABLE text_ref ADD COLUMN absence VARCHAR;
ALTER TABLE plan_ref ADD COLUMN absence VARCHAR;
