-- Search by what it is, who was paid and its notes.
CREATE VIRTUAL TABLE expenses_search USING fts5 (label, vendor, notes, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
--> statement-breakpoint
CREATE TRIGGER expenses_found AFTER INSERT ON expenses BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO expenses_search (rowid, label, vendor, notes) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), NEW.label, NEW.vendor, NEW.notes);
END;
--> statement-breakpoint
CREATE TRIGGER expenses_reworded AFTER UPDATE OF label, vendor, notes ON expenses BEGIN
  UPDATE expenses_search SET label = NEW.label, vendor = NEW.vendor, notes = NEW.notes WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
END;
--> statement-breakpoint
-- The totals of each day, and of all days under no day.
CREATE TRIGGER expenses_totalled AFTER INSERT ON expenses BEGIN
  INSERT INTO expense_totals (day, status, category, currency, count, amount_minor) VALUES ('', NEW.status, NEW.category, NEW.currency, 1, NEW.amount_minor)
    ON CONFLICT (day, status, category, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
  INSERT INTO expense_totals (day, status, category, currency, count, amount_minor) VALUES (NEW.day, NEW.status, NEW.category, NEW.currency, 1, NEW.amount_minor)
    ON CONFLICT (day, status, category, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER expenses_retotalled AFTER UPDATE OF day, status, category, currency, amount_minor ON expenses
WHEN OLD.day <> NEW.day OR OLD.status <> NEW.status OR OLD.category <> NEW.category OR OLD.currency <> NEW.currency OR OLD.amount_minor <> NEW.amount_minor BEGIN
  INSERT INTO expense_totals (day, status, category, currency, count, amount_minor) VALUES ('', OLD.status, OLD.category, OLD.currency, -1, -OLD.amount_minor)
    ON CONFLICT (day, status, category, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
  INSERT INTO expense_totals (day, status, category, currency, count, amount_minor) VALUES (OLD.day, OLD.status, OLD.category, OLD.currency, -1, -OLD.amount_minor)
    ON CONFLICT (day, status, category, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
  INSERT INTO expense_totals (day, status, category, currency, count, amount_minor) VALUES ('', NEW.status, NEW.category, NEW.currency, 1, NEW.amount_minor)
    ON CONFLICT (day, status, category, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
  INSERT INTO expense_totals (day, status, category, currency, count, amount_minor) VALUES (NEW.day, NEW.status, NEW.category, NEW.currency, 1, NEW.amount_minor)
    ON CONFLICT (day, status, category, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
