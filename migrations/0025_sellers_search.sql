-- Staff find sellers by the business's name, its registrations and its number.
CREATE VIRTUAL TABLE sellers_search USING fts5 (name, registrations, phone, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
--> statement-breakpoint
INSERT INTO search_keys (thing_id) SELECT id FROM seller_profiles ORDER BY created_at, id;
--> statement-breakpoint
INSERT INTO sellers_search (rowid, name, registrations, phone)
SELECT k.row, sp.business_name, coalesce(sp.rccm, '') || ' ' || coalesce(sp.id_nat, '') || ' ' || coalesce(sp.tax_number, ''), sp.contact_phone
FROM seller_profiles sp JOIN search_keys k ON k.thing_id = sp.id;
--> statement-breakpoint
CREATE TRIGGER seller_profiles_made AFTER INSERT ON seller_profiles BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO sellers_search (rowid, name, registrations, phone)
  VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), NEW.business_name, coalesce(NEW.rccm, '') || ' ' || coalesce(NEW.id_nat, '') || ' ' || coalesce(NEW.tax_number, ''), NEW.contact_phone);
END;
--> statement-breakpoint
CREATE TRIGGER seller_profiles_reworded AFTER UPDATE OF business_name, rccm, id_nat, tax_number, contact_phone ON seller_profiles BEGIN
  UPDATE sellers_search SET name = NEW.business_name, registrations = coalesce(NEW.rccm, '') || ' ' || coalesce(NEW.id_nat, '') || ' ' || coalesce(NEW.tax_number, ''), phone = NEW.contact_phone
  WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = NEW.id);
END;
