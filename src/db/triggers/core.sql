-- Of what every room needs: rules inside a commit, the keys of full-text rows, what is never rewritten, feeds.

-- A commit stops itself by name: INSERT INTO guard SELECT 'CODE' WHERE <what must not be>. No row of it stays.
CREATE TABLE guard (code TEXT NOT NULL) STRICT;
CREATE TRIGGER guard_raise BEFORE INSERT ON guard BEGIN
  SELECT RAISE(ABORT, NEW.code);
END;

-- A full-text table has whole-number rows: this says which row belongs to which thing, through a dump and a restore.
CREATE TABLE search_keys (row INTEGER PRIMARY KEY, thing_id TEXT NOT NULL UNIQUE) STRICT;

-- What happened stays as it was, or goes into a sealed file (docs/growth.md).
CREATE TRIGGER history_stays BEFORE DELETE ON history WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;

CREATE TRIGGER terms_accepted_no_update BEFORE UPDATE ON terms_accepted BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
CREATE TRIGGER terms_accepted_no_delete BEFORE DELETE ON terms_accepted BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;

-- A reason that somebody wrote goes with them; nothing else of a row that is kept is ever changed.
CREATE TRIGGER history_only_words BEFORE UPDATE ON history WHEN NOT (
  NEW.reason IS NULL AND NEW.thing_id = OLD.thing_id AND NEW.version = OLD.version AND NEW.thing = OLD.thing
  AND NEW.event = OLD.event AND NEW.from_status IS OLD.from_status AND NEW.to_status = OLD.to_status
  AND NEW.actor_id IS OLD.actor_id AND NEW.caller IS OLD.caller AND NEW.at = OLD.at) BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;

-- An account has so many keys, and a claim is held to a bound of them: the account's id begins the scope.
CREATE TRIGGER keys_claimed AFTER INSERT ON idempotency_keys BEGIN
  INSERT INTO counters (name, value) VALUES ('keys:' || substr(NEW.scope, 1, 36), 1)
  ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
CREATE TRIGGER keys_forgotten AFTER DELETE ON idempotency_keys BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'keys:' || substr(OLD.scope, 1, 36);
  DELETE FROM counters WHERE name = 'keys:' || substr(OLD.scope, 1, 36) AND value <= 0;
END;

-- A person holds the bytes of a stored file until it is noted for removal.
CREATE TRIGGER files_stored AFTER INSERT ON stored_files BEGIN
  INSERT INTO held_bytes (owner_id, bytes) VALUES (NEW.owner_id, NEW.bytes)
  ON CONFLICT (owner_id) DO UPDATE SET bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER files_removed AFTER DELETE ON stored_files BEGIN
  UPDATE held_bytes SET bytes = bytes - OLD.bytes WHERE owner_id = OLD.owner_id;
  DELETE FROM held_bytes WHERE owner_id = OLD.owner_id AND bytes <= 0;
END;
CREATE TRIGGER files_let_go AFTER INSERT ON removed_files BEGIN
  DELETE FROM stored_files WHERE key = NEW.key;
  INSERT INTO purges (tag) SELECT substr(NEW.key, instr(NEW.key, '.') - 12, 12) WHERE instr(NEW.key, '.') > 12 AND instr(NEW.key, '/') = 0;
END;

-- An incident keeps the role in which it was opened: that person's role may change.
CREATE TRIGGER incidents_opened AFTER INSERT ON incidents WHEN NEW.opened_by IS NOT NULL BEGIN
  UPDATE incidents SET opened_as = (SELECT u.role FROM users u WHERE u.id = NEW.opened_by) WHERE id = NEW.id;
END;

-- An incident has a number of its year, in the calendar of Lubumbashi and Kigali, whoever opened it.
CREATE TRIGGER incidents_numbered AFTER INSERT ON incidents WHEN NEW.number IS NULL BEGIN
  INSERT INTO counters (name, value) VALUES ('series:incidents:' || strftime('%Y', NEW.created_at / 1000 + 7200, 'unixepoch'), 1)
    ON CONFLICT (name) DO UPDATE SET value = value + 1;
  UPDATE incidents SET updated_at = max(updated_at, created_at), number = (
    SELECT format('INC-%s-%06d', strftime('%Y', NEW.created_at / 1000 + 7200, 'unixepoch'), c.value)
    FROM counters c WHERE c.name = 'series:incidents:' || strftime('%Y', NEW.created_at / 1000 + 7200, 'unixepoch')) WHERE id = NEW.id;
END;

-- A feed counts its notifications, and those that nobody read: neither by themselves nor with all the others.
CREATE TRIGGER feeds_insert AFTER INSERT ON notifications BEGIN
  INSERT INTO feeds (user_id, total, unread, read_to) VALUES (NEW.user_id, 1, NEW.read_at IS NULL, 0)
    ON CONFLICT (user_id) DO UPDATE SET total = total + 1, unread = unread + excluded.unread;
END;
CREATE TRIGGER feeds_read AFTER UPDATE OF read_at ON notifications WHEN OLD.read_at IS NULL AND NEW.read_at IS NOT NULL BEGIN
  UPDATE feeds SET unread = unread - 1 WHERE user_id = NEW.user_id AND read_to < NEW.seq;
END;
CREATE TRIGGER feeds_delete AFTER DELETE ON notifications BEGIN
  UPDATE feeds SET total = total - 1, unread = unread - (OLD.read_at IS NULL AND read_to < OLD.seq) WHERE user_id = OLD.user_id;
END;
CREATE TRIGGER feeds_read_all AFTER INSERT ON feed_reads BEGIN
  UPDATE feeds SET unread = 0, read_to = NEW.up_to WHERE user_id = NEW.user_id;
END;

-- A tag that waits already becomes the newest: the newest are the ones that go at once.
CREATE TRIGGER purges_renewed BEFORE INSERT ON purges BEGIN
  DELETE FROM purges WHERE tag = NEW.tag;
END;

-- A device ends with its session, however that ends, and what waits for a device ends with it.
CREATE TRIGGER push_devices_signed_out AFTER UPDATE OF revoked_at ON sessions WHEN NEW.revoked_at IS NOT NULL BEGIN
  DELETE FROM push_devices WHERE session_id = NEW.id;
END;
CREATE TRIGGER push_devices_session_gone BEFORE DELETE ON sessions BEGIN
  DELETE FROM push_devices WHERE session_id = OLD.id;
END;
CREATE TRIGGER pushes_of_device AFTER DELETE ON push_devices BEGIN
  DELETE FROM outbox WHERE recipient = OLD.id AND channel = 'PUSH' AND status = 'PENDING';
END;

-- Of one matter a person gets a push or an SMS, not both: the first that is on its way ends the other.
CREATE TRIGGER pushes_taken AFTER UPDATE OF status ON outbox WHEN NEW.channel = 'PUSH' AND NEW.status = 'SENT' AND NEW.matter IS NOT NULL BEGIN
  DELETE FROM outbox WHERE matter = NEW.matter AND channel = 'SMS' AND attempts = 0;
END;
CREATE TRIGGER sms_instead AFTER UPDATE OF attempts ON outbox WHEN NEW.channel = 'SMS' AND NEW.matter IS NOT NULL AND OLD.attempts = 0 BEGIN
  DELETE FROM outbox WHERE matter = NEW.matter AND channel = 'PUSH' AND status = 'PENDING';
END;

-- Live messages (docs/live.md) are written beside the rows that they are about, only for people who listen. A notification is as its row has
-- it, and the reader's language: its words are made when it is sent.
CREATE TRIGGER notifications_heard AFTER INSERT ON notifications
WHEN EXISTS (SELECT 1 FROM live_listeners WHERE user_id = NEW.user_id) BEGIN
  INSERT INTO live_notes (user_id, message) VALUES (NEW.user_id, json_object('type', 'notification', 'notification', json_object(
    'locale', (SELECT u.locale FROM users u WHERE u.id = NEW.user_id),
    'id', NEW.id, 'type', NEW.type, 'facts', json(NEW.facts), 'title', NEW.title, 'body', NEW.body,
    'data', json(NEW.data), 'readAt', NULL, 'createdAt', {{isoOf(NEW.created_at)}})));
END;

-- A connection ends with its session, however that ends.
CREATE TRIGGER sessions_end_live AFTER UPDATE OF revoked_at ON sessions
WHEN OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL AND EXISTS (SELECT 1 FROM live_listeners WHERE user_id = NEW.user_id) BEGIN
  INSERT INTO live_notes (user_id, session_id, message)
  VALUES (NEW.user_id, NEW.id, json_object('type', 'end', 'reason', coalesce(NEW.revoke_reason, 'ENDED')));
END;
CREATE TRIGGER sessions_dropped_live AFTER DELETE ON sessions
WHEN OLD.revoked_at IS NULL AND EXISTS (SELECT 1 FROM live_listeners WHERE user_id = OLD.user_id) BEGIN
  INSERT INTO live_notes (user_id, session_id, message) VALUES (OLD.user_id, OLD.id, json_object('type', 'end', 'reason', 'ENDED'));
END;
