-- Of money: the ledger, wallets and expenses.

-- The books are added to, never rewritten; only a commit that seals, or unseals, moves rows to and from files (docs/growth.md).
CREATE TRIGGER transfers_no_update BEFORE UPDATE ON transfers BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
CREATE TRIGGER transfers_stay BEFORE DELETE ON transfers WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
CREATE TRIGGER wallet_entries_no_update BEFORE UPDATE ON wallet_entries BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
CREATE TRIGGER wallet_entries_stay BEFORE DELETE ON wallet_entries WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;

-- Double entry: one transfer moves both balances. order:*:held, *:reserved, seller:*:pending and refunds:inFlight may
-- never be negative; the available money of people may only by a reversal (docs/money.md, Accounts), so a withdrawal is
-- held by a guard inside its own commit.
CREATE TRIGGER transfers_post AFTER INSERT ON transfers WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO accounts (code, currency, balance_minor, may_overdraw)
    VALUES (NEW.to_account, NEW.currency, NEW.amount_minor,
      NOT (NEW.to_account = 'refunds:inFlight' OR NEW.to_account GLOB '*:held' OR NEW.to_account GLOB '*:pending' OR NEW.to_account GLOB '*:reserved'))
    ON CONFLICT (code, currency) DO UPDATE SET balance_minor = balance_minor + NEW.amount_minor;
  INSERT INTO accounts (code, currency, balance_minor, may_overdraw)
    VALUES (NEW.from_account, NEW.currency, 0,
      NOT (NEW.from_account = 'refunds:inFlight' OR NEW.from_account GLOB '*:held' OR NEW.from_account GLOB '*:pending' OR NEW.from_account GLOB '*:reserved'))
    ON CONFLICT (code, currency) DO NOTHING;
  UPDATE accounts SET balance_minor = balance_minor - NEW.amount_minor
    WHERE code = NEW.from_account AND currency = NEW.currency;
END;

-- A wallet shows all that its owner ever earned and withdrew without adding up its whole life. A rider whose order was
-- given back earns the share from the platform's own.
CREATE TRIGGER transfers_withdrawn AFTER INSERT ON transfers WHEN NEW.kind = 'withdrawal:done' BEGIN
  INSERT INTO counters (name, value) VALUES ('withdrawn:' || NEW.from_account || ':' || NEW.currency, NEW.amount_minor) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
CREATE TRIGGER transfers_returned AFTER INSERT ON transfers WHEN NEW.kind = 'withdrawal:returned' BEGIN
  INSERT INTO counters (name, value) VALUES ('withdrawn:' || replace(NEW.to_account, ':available', ':reserved') || ':' || NEW.currency, -NEW.amount_minor) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
CREATE TRIGGER transfers_earned AFTER INSERT ON transfers
WHEN NEW.to_account GLOB '*:available' AND (NEW.from_account GLOB '*:pending' OR NEW.from_account GLOB '*:held' OR NEW.kind = 'order:rider') BEGIN
  INSERT INTO counters (name, value, sealed) SELECT 'earned:' || NEW.to_account || ':' || NEW.currency, iif(s.now, 0, NEW.amount_minor), iif(s.now, -NEW.amount_minor, 0)
    FROM (SELECT EXISTS (SELECT 1 FROM sealing) AS now) s WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
END;
CREATE TRIGGER transfers_earned_sealed AFTER DELETE ON transfers
WHEN OLD.to_account GLOB '*:available' AND (OLD.from_account GLOB '*:pending' OR OLD.from_account GLOB '*:held' OR OLD.kind = 'order:rider') BEGIN
  UPDATE counters SET sealed = sealed + OLD.amount_minor WHERE name = 'earned:' || OLD.to_account || ':' || OLD.currency;
END;

-- A withdrawal that had failed and arrived after all counts as withdrawn.
CREATE TRIGGER transfers_late AFTER INSERT ON transfers WHEN NEW.kind = 'withdrawal:late' BEGIN
  INSERT INTO counters (name, value) VALUES ('withdrawn:' || replace(NEW.from_account, ':available', ':reserved') || ':' || NEW.currency, NEW.amount_minor) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;

-- A wallet keeps what it had at the beginning of each month, in the calendar of Lubumbashi and Kigali. A line that comes
-- late moves the openings of the later months.
CREATE TRIGGER wallet_months_kept AFTER INSERT ON wallet_entries WHEN NOT EXISTS (SELECT 1 FROM sealing)
BEGIN
  INSERT INTO wallet_months (owner_id, currency, month, opening_minor, amount_minor, lines)
  VALUES (
    NEW.owner_id, NEW.currency, strftime('%Y-%m', NEW.created_at / 1000 + 7200, 'unixepoch'),
    coalesce((
      SELECT m.opening_minor + m.amount_minor FROM wallet_months m
      WHERE m.owner_id = NEW.owner_id AND m.currency = NEW.currency
        AND m.month < strftime('%Y-%m', NEW.created_at / 1000 + 7200, 'unixepoch')
      ORDER BY m.month DESC LIMIT 1), 0),
    NEW.amount_minor, 1
  )
  ON CONFLICT (owner_id, currency, month) DO UPDATE
  SET amount_minor = amount_minor + excluded.amount_minor, lines = lines + 1;
  UPDATE wallet_months SET opening_minor = opening_minor + NEW.amount_minor
  WHERE owner_id = NEW.owner_id AND currency = NEW.currency
    AND month > strftime('%Y-%m', NEW.created_at / 1000 + 7200, 'unixepoch');
END;

-- A payin of one order is for it whole.
CREATE TRIGGER payin_shares_of_one AFTER INSERT ON gateway_transactions
WHEN NEW.purpose = 'ORDER' AND NOT EXISTS (SELECT 1 FROM sealing)
BEGIN
  INSERT INTO payin_shares (payin_id, order_id, amount_minor, ref)
  VALUES (NEW.id, NEW.subject_id, NEW.amount_minor, NEW.id);
END;

-- Expenses are summed up by day, and over all days under no day.
CREATE TRIGGER expenses_totalled AFTER INSERT ON expenses BEGIN
  INSERT INTO expense_totals (day, status, category, currency, count, amount_minor) VALUES ('', NEW.status, NEW.category, NEW.currency, 1, NEW.amount_minor)
    ON CONFLICT (day, status, category, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
  INSERT INTO expense_totals (day, status, category, currency, count, amount_minor) VALUES (NEW.day, NEW.status, NEW.category, NEW.currency, 1, NEW.amount_minor)
    ON CONFLICT (day, status, category, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
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

-- Staff search expenses by what they are, who was paid and their notes.
CREATE VIRTUAL TABLE expenses_search USING fts5 (label, vendor, notes, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
CREATE TRIGGER expenses_found AFTER INSERT ON expenses BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO expenses_search (rowid, label, vendor, notes) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), {{searchable(NEW.label)}}, {{searchable(NEW.vendor)}}, {{foldInSql(NEW.notes)}});
END;
CREATE TRIGGER expenses_reworded AFTER UPDATE OF label, vendor, notes ON expenses BEGIN
  UPDATE expenses_search SET label = {{searchable(NEW.label)}}, vendor = {{searchable(NEW.vendor)}}, notes = {{foldInSql(NEW.notes)}} WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
END;

-- Each currency has the minimum of docs/money.md, Minimums, until an ADMIN sets another.
INSERT INTO money_settings (currency, min_payout_minor, max_payout_per_day_minor, commission_bps) VALUES
  ('USD', 100, NULL, 0), ('CDF', 100000, NULL, 0), ('RWF', 1000, NULL, 0);

-- The laws begin with nothing proved.
INSERT INTO law_clock (id, epoch, turn) VALUES (1, 1, 0);
INSERT INTO law_marks (name, proved_to) VALUES ('accounts', 0), ('variants', 0);
