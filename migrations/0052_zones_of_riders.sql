-- Of two old zones of one name the newer has no folded name: it gets one when it is next renamed.
UPDATE delivery_zones SET folded_name = lower(name)
WHERE NOT EXISTS (SELECT 1 FROM delivery_zones z WHERE lower(z.name) = lower(delivery_zones.name) AND z.id < delivery_zones.id);
--> statement-breakpoint
INSERT INTO rider_zones (zone_id, rider_id) SELECT DISTINCT j.value, r.id FROM riders r, json_each(r.zones) j;
--> statement-breakpoint
CREATE TRIGGER rider_zones_insert AFTER INSERT ON riders BEGIN
  INSERT INTO rider_zones (zone_id, rider_id) SELECT j.value, NEW.id FROM json_each(NEW.zones) j;
END;
--> statement-breakpoint
CREATE TRIGGER rider_zones_update AFTER UPDATE OF zones ON riders WHEN OLD.zones IS NOT NEW.zones BEGIN
  DELETE FROM rider_zones WHERE rider_id = OLD.id AND zone_id IN (SELECT j.value FROM json_each(OLD.zones) j);
  INSERT INTO rider_zones (zone_id, rider_id) SELECT j.value, NEW.id FROM json_each(NEW.zones) j;
END;
