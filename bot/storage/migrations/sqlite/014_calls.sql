-- calls: who was called, as `domain/calls` writes it; owes_call: whether somebody was called silently and may still
-- have to be mentioned. NULL: an older process wrote last, and `noticed` tells. Such a process knows neither column: what
-- it writes empties them.
ALTER TABLE tables ADD COLUMN calls TEXT;
ALTER TABLE tables ADD COLUMN owes_call INTEGER;
CREATE INDEX tables_owing ON tables (id) WHERE phase = 'play' AND owes_call = 1;
CREATE TRIGGER tables_called_by_older AFTER UPDATE OF noticed ON tables
    WHEN NEW.calls IS NOT NULL AND NEW.calls IS OLD.calls AND NEW.noticed IS NOT OLD.noticed
    BEGIN UPDATE tables SET calls = NULL, owes_call = NULL WHERE id = NEW.id; END;
