-- Private panels that are open, for the process that comes after this one. sealed: the right to edit the message, for
-- a quarter of an hour, which only this bot can read (`stage/sealed`). until: when it dies, and the row with it. asked:
-- the press that the panel answered. told: the version of the table that it shows, 0: nobody knows. look: what it shows.
-- Unlogged: neither the write-ahead log nor a standby has it.
CREATE UNLOGGED TABLE open_panels (
    table_id bigint  NOT NULL,
    seat     int     NOT NULL,
    "user"   bigint  NOT NULL,
    message  bigint  NOT NULL,
    sealed   text    NOT NULL,
    locale   text    NOT NULL,
    asked    bigint  NOT NULL,
    until    bigint  NOT NULL,
    told     bigint  NOT NULL DEFAULT 0,
    look     text    NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX open_panels_by_end ON open_panels (until);
CREATE INDEX open_panels_of_a_user ON open_panels ("user");
