-- Private panels that are open, for the process that comes after this one. sealed: the right to edit the message, for
-- a quarter of an hour, which only this bot can read (`stage/sealed`). until: when it dies, and the row with it. asked:
-- the press that the panel answered. told: the version of the table that it shows, 0: nobody knows. look: what it shows.
CREATE TABLE open_panels (
    table_id INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    "user"   INTEGER NOT NULL,
    message  INTEGER NOT NULL,
    sealed   TEXT    NOT NULL,
    locale   TEXT    NOT NULL,
    asked    INTEGER NOT NULL,
    until    INTEGER NOT NULL,
    told     INTEGER NOT NULL DEFAULT 0,
    look     TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX open_panels_by_end ON open_panels (until);
CREATE INDEX open_panels_of_a_user ON open_panels ("user");
