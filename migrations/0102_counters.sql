CREATE TRIGGER sum_rider_deliveries_deliveries_insert AFTER INSERT ON deliveries BEGIN
  INSERT INTO rider_deliveries (day, rider_id, delivered)
  SELECT day, rider_id, sum(delivered) FROM (SELECT date((NEW.created_at) / 1000 + 7200, 'unixepoch') AS day, NEW.rider_id AS rider_id, (1) AS delivered WHERE NEW.status = 'DELIVERED' AND NEW.rider_id IS NOT NULL)
  WHERE true GROUP BY day, rider_id HAVING sum(delivered) <> 0
  ON CONFLICT (day, rider_id) DO UPDATE SET delivered = delivered + excluded.delivered;
END;
--> statement-breakpoint
CREATE TRIGGER sum_rider_deliveries_deliveries_update AFTER UPDATE OF status, rider_id, created_at ON deliveries WHEN (OLD.status = 'DELIVERED' AND OLD.rider_id IS NOT NULL) IS NOT (NEW.status = 'DELIVERED' AND NEW.rider_id IS NOT NULL) OR (date((OLD.created_at) / 1000 + 7200, 'unixepoch')) IS NOT (date((NEW.created_at) / 1000 + 7200, 'unixepoch')) OR (OLD.rider_id) IS NOT (NEW.rider_id) BEGIN
  INSERT INTO rider_deliveries (day, rider_id, delivered)
  SELECT day, rider_id, sum(delivered) FROM (SELECT date((OLD.created_at) / 1000 + 7200, 'unixepoch') AS day, OLD.rider_id AS rider_id, -(1) AS delivered WHERE OLD.status = 'DELIVERED' AND OLD.rider_id IS NOT NULL UNION ALL SELECT date((NEW.created_at) / 1000 + 7200, 'unixepoch') AS day, NEW.rider_id AS rider_id, (1) AS delivered WHERE NEW.status = 'DELIVERED' AND NEW.rider_id IS NOT NULL)
  WHERE true GROUP BY day, rider_id HAVING sum(delivered) <> 0
  ON CONFLICT (day, rider_id) DO UPDATE SET delivered = delivered + excluded.delivered;
END;
--> statement-breakpoint
CREATE TRIGGER sum_rider_deliveries_deliveries_delete AFTER DELETE ON deliveries BEGIN
  INSERT INTO rider_deliveries (day, rider_id, delivered)
  SELECT day, rider_id, sum(delivered) FROM (SELECT date((OLD.created_at) / 1000 + 7200, 'unixepoch') AS day, OLD.rider_id AS rider_id, -(1) AS delivered WHERE OLD.status = 'DELIVERED' AND OLD.rider_id IS NOT NULL)
  WHERE true GROUP BY day, rider_id HAVING sum(delivered) <> 0
  ON CONFLICT (day, rider_id) DO UPDATE SET delivered = delivered + excluded.delivered;
END;
--> statement-breakpoint
DELETE FROM rider_deliveries;
--> statement-breakpoint
INSERT INTO rider_deliveries (day, rider_id, delivered)
  SELECT day, rider_id, sum(delivered) FROM (SELECT date((d.created_at) / 1000 + 7200, 'unixepoch') AS day, d.rider_id AS rider_id, (1) AS delivered FROM deliveries d WHERE d.status = 'DELIVERED' AND d.rider_id IS NOT NULL)
  WHERE true GROUP BY day, rider_id HAVING sum(delivered) <> 0
  ON CONFLICT (day, rider_id) DO UPDATE SET delivered = delivered + excluded.delivered;
