ALTER TABLE `incidents` ADD `opened_as` text;--> statement-breakpoint
UPDATE incidents SET opened_as = (SELECT u.role FROM users u WHERE u.id = incidents.opened_by) WHERE opened_by IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER incidents_opened AFTER INSERT ON incidents WHEN NEW.opened_by IS NOT NULL BEGIN
  UPDATE incidents SET opened_as = (SELECT u.role FROM users u WHERE u.id = NEW.opened_by) WHERE id = NEW.id;
END;
