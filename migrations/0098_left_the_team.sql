-- Who opened an incident as one of the team is in it as such: that ends with the role.
CREATE TRIGGER users_left_the_team AFTER UPDATE OF role ON users
WHEN OLD.role IN ('ADMIN', 'SUPPORT') AND NEW.role NOT IN ('ADMIN', 'SUPPORT') BEGIN
  DELETE FROM incident_parties WHERE user_id = NEW.id AND part IN ('ADMIN', 'SUPPORT');
END;
--> statement-breakpoint
DELETE FROM incident_parties WHERE part IN ('ADMIN', 'SUPPORT')
  AND user_id IN (SELECT u.id FROM users u WHERE u.role NOT IN ('ADMIN', 'SUPPORT'));
