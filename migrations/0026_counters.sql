CREATE TRIGGER count_seller_profiles_insert AFTER INSERT ON seller_profiles BEGIN
  INSERT INTO counters (name, value) VALUES ('seller_profiles', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('seller_profiles:' || NEW.kyc_status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_seller_profiles_kyc_status_update AFTER UPDATE OF kyc_status ON seller_profiles WHEN OLD.kyc_status IS NOT NEW.kyc_status BEGIN
  INSERT INTO counters (name, value) VALUES ('seller_profiles:' || OLD.kyc_status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('seller_profiles:' || NEW.kyc_status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_seller_profiles_delete AFTER DELETE ON seller_profiles BEGIN
  INSERT INTO counters (name, value) VALUES ('seller_profiles', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('seller_profiles:' || OLD.kyc_status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'seller_profiles' OR name GLOB 'seller_profiles:*');
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'seller_profiles', count(*) FROM seller_profiles t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'seller_profiles:' || t.kyc_status, count(*) FROM seller_profiles t GROUP BY 1;
