-- Of people: search.

-- Staff search people by name and e-mail.
CREATE VIRTUAL TABLE users_search USING fts5 (name, email, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
CREATE TRIGGER users_joined AFTER INSERT ON users BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO users_search (rowid, name, email) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), {{searchable(NEW.name)}}, NEW.email);
END;
CREATE TRIGGER users_renamed AFTER UPDATE OF name, email ON users BEGIN
  UPDATE users_search SET name = {{searchable(NEW.name)}}, email = NEW.email WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
END;

-- The avatar of a blocked or deleted account leaves the caches.
CREATE TRIGGER avatars_purged AFTER UPDATE OF blocked_at, deleted_at ON users
WHEN NEW.avatar_key IS NOT NULL AND (OLD.blocked_at IS NULL AND NEW.blocked_at IS NOT NULL OR OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) BEGIN
  INSERT INTO purges (tag) VALUES (substr(NEW.avatar_key, instr(NEW.avatar_key, '.') - 12, 12));
END;
