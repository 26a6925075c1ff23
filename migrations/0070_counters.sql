CREATE TRIGGER count_invoices_insert AFTER INSERT ON invoices BEGIN
  INSERT INTO counters (name, value) VALUES ('invoices', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('invoices:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('invoices:seller:' || NEW.seller_profile_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('invoices:seller:' || NEW.seller_profile_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_invoices_status_update AFTER UPDATE OF status ON invoices WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('invoices:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('invoices:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_invoices_seller_update AFTER UPDATE OF seller_profile_id ON invoices WHEN OLD.seller_profile_id IS NOT NEW.seller_profile_id BEGIN
  INSERT INTO counters (name, value) VALUES ('invoices:seller:' || OLD.seller_profile_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('invoices:seller:' || NEW.seller_profile_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_invoices_seller_status_update AFTER UPDATE OF seller_profile_id, status ON invoices WHEN OLD.seller_profile_id IS NOT NEW.seller_profile_id OR OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('invoices:seller:' || OLD.seller_profile_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('invoices:seller:' || NEW.seller_profile_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_invoices_delete AFTER DELETE ON invoices BEGIN
  INSERT INTO counters (name, value) VALUES ('invoices', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('invoices:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('invoices:seller:' || OLD.seller_profile_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('invoices:seller:' || OLD.seller_profile_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'invoices' OR name GLOB 'invoices:*') AND NOT name GLOB 'invoices:seller:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'invoices', count(*) FROM invoices t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'invoices:' || t.status, count(*) FROM invoices t GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'invoices:seller:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'invoices:seller:' || t.seller_profile_id, count(*) FROM invoices t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'invoices:seller:' || t.seller_profile_id || ':' || t.status, count(*) FROM invoices t GROUP BY 1;
