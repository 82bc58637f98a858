-- Panels by DM. dm_told: the version of the table that such a panel shows; one that is behind is brought up to date.
ALTER TABLE seats ADD COLUMN dm_told INTEGER NOT NULL DEFAULT 0;
UPDATE seats SET dm_told = (SELECT version FROM tables WHERE id = seats.table_id) WHERE dm_message != 0;

CREATE INDEX seats_at_home ON seats (table_id) WHERE dm_message != 0;
