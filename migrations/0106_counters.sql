CREATE TRIGGER changed_accounts_update AFTER UPDATE ON accounts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'accounts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_accounts_delete AFTER DELETE ON accounts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'accounts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM accounts), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM accounts)) WHERE name = 'accounts' AND read_to > (SELECT coalesce(max(rowid), 0) FROM accounts);
END;
--> statement-breakpoint
CREATE TRIGGER changed_addresses_update AFTER UPDATE ON addresses BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'addresses' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_addresses_delete AFTER DELETE ON addresses BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'addresses' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM addresses), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM addresses)) WHERE name = 'addresses' AND read_to > (SELECT coalesce(max(rowid), 0) FROM addresses);
END;
--> statement-breakpoint
CREATE TRIGGER changed_backup_codes_update AFTER UPDATE ON backup_codes BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'backup_codes' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_backup_codes_delete AFTER DELETE ON backup_codes BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'backup_codes' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM backup_codes), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM backup_codes)) WHERE name = 'backup_codes' AND read_to > (SELECT coalesce(max(rowid), 0) FROM backup_codes);
END;
--> statement-breakpoint
CREATE TRIGGER changed_broadcasts_update AFTER UPDATE ON broadcasts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'broadcasts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_broadcasts_delete AFTER DELETE ON broadcasts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'broadcasts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM broadcasts), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM broadcasts)) WHERE name = 'broadcasts' AND read_to > (SELECT coalesce(max(rowid), 0) FROM broadcasts);
END;
--> statement-breakpoint
CREATE TRIGGER changed_cart_items_update AFTER UPDATE ON cart_items BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'cart_items' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_cart_items_delete AFTER DELETE ON cart_items BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'cart_items' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM cart_items), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM cart_items)) WHERE name = 'cart_items' AND read_to > (SELECT coalesce(max(rowid), 0) FROM cart_items);
END;
--> statement-breakpoint
CREATE TRIGGER changed_carts_update AFTER UPDATE ON carts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'carts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_carts_delete AFTER DELETE ON carts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'carts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM carts), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM carts)) WHERE name = 'carts' AND read_to > (SELECT coalesce(max(rowid), 0) FROM carts);
END;
--> statement-breakpoint
CREATE TRIGGER changed_categories_update AFTER UPDATE ON categories BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'categories' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_categories_delete AFTER DELETE ON categories BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'categories' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM categories), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM categories)) WHERE name = 'categories' AND read_to > (SELECT coalesce(max(rowid), 0) FROM categories);
END;
--> statement-breakpoint
CREATE TRIGGER changed_conversations_update AFTER UPDATE ON conversations BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'conversations' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_conversations_delete AFTER DELETE ON conversations BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'conversations' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM conversations), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM conversations)) WHERE name = 'conversations' AND read_to > (SELECT coalesce(max(rowid), 0) FROM conversations);
END;
--> statement-breakpoint
CREATE TRIGGER changed_counters_update AFTER UPDATE ON counters BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'counters' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_counters_delete AFTER DELETE ON counters BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'counters' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM counters), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM counters)) WHERE name = 'counters' AND read_to > (SELECT coalesce(max(rowid), 0) FROM counters);
END;
--> statement-breakpoint
CREATE TRIGGER changed_deliveries_update AFTER UPDATE ON deliveries BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'deliveries' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_deliveries_delete AFTER DELETE ON deliveries BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'deliveries' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM deliveries), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM deliveries)) WHERE name = 'deliveries' AND read_to > (SELECT coalesce(max(rowid), 0) FROM deliveries);
END;
--> statement-breakpoint
CREATE TRIGGER changed_delivery_days_insert AFTER INSERT ON delivery_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'delivery_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_delivery_days_update AFTER UPDATE ON delivery_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'delivery_days' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'delivery_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_delivery_days_delete AFTER DELETE ON delivery_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'delivery_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_delivery_zones_update AFTER UPDATE ON delivery_zones BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'delivery_zones' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_delivery_zones_delete AFTER DELETE ON delivery_zones BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'delivery_zones' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM delivery_zones), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM delivery_zones)) WHERE name = 'delivery_zones' AND read_to > (SELECT coalesce(max(rowid), 0) FROM delivery_zones);
END;
--> statement-breakpoint
CREATE TRIGGER changed_documents_update AFTER UPDATE ON documents BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'documents' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_documents_delete AFTER DELETE ON documents BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'documents' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM documents), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM documents)) WHERE name = 'documents' AND read_to > (SELECT coalesce(max(rowid), 0) FROM documents);
END;
--> statement-breakpoint
CREATE TRIGGER changed_exchange_rates_update AFTER UPDATE ON exchange_rates BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'exchange_rates' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_exchange_rates_delete AFTER DELETE ON exchange_rates BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'exchange_rates' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM exchange_rates), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM exchange_rates)) WHERE name = 'exchange_rates' AND read_to > (SELECT coalesce(max(rowid), 0) FROM exchange_rates);
END;
--> statement-breakpoint
CREATE TRIGGER changed_expense_days_insert AFTER INSERT ON expense_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'expense_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_expense_days_update AFTER UPDATE ON expense_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'expense_days' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'expense_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_expense_days_delete AFTER DELETE ON expense_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'expense_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_expense_totals_update AFTER UPDATE ON expense_totals BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'expense_totals' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_expense_totals_delete AFTER DELETE ON expense_totals BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'expense_totals' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM expense_totals), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM expense_totals)) WHERE name = 'expense_totals' AND read_to > (SELECT coalesce(max(rowid), 0) FROM expense_totals);
END;
--> statement-breakpoint
CREATE TRIGGER changed_expenses_update AFTER UPDATE ON expenses BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'expenses' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_expenses_delete AFTER DELETE ON expenses BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'expenses' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM expenses), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM expenses)) WHERE name = 'expenses' AND read_to > (SELECT coalesce(max(rowid), 0) FROM expenses);
END;
--> statement-breakpoint
CREATE TRIGGER changed_favorites_update AFTER UPDATE ON favorites BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'favorites' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_favorites_delete AFTER DELETE ON favorites BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'favorites' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM favorites), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM favorites)) WHERE name = 'favorites' AND read_to > (SELECT coalesce(max(rowid), 0) FROM favorites);
END;
--> statement-breakpoint
CREATE TRIGGER changed_feed_reads_update AFTER UPDATE ON feed_reads BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'feed_reads' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_feed_reads_delete AFTER DELETE ON feed_reads BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'feed_reads' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM feed_reads), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM feed_reads)) WHERE name = 'feed_reads' AND read_to > (SELECT coalesce(max(rowid), 0) FROM feed_reads);
END;
--> statement-breakpoint
CREATE TRIGGER changed_feeds_update AFTER UPDATE ON feeds BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'feeds' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_feeds_delete AFTER DELETE ON feeds BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'feeds' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM feeds), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM feeds)) WHERE name = 'feeds' AND read_to > (SELECT coalesce(max(rowid), 0) FROM feeds);
END;
--> statement-breakpoint
CREATE TRIGGER changed_gateway_transactions_update AFTER UPDATE ON gateway_transactions BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'gateway_transactions' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_gateway_transactions_delete AFTER DELETE ON gateway_transactions BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'gateway_transactions' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM gateway_transactions), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM gateway_transactions)) WHERE name = 'gateway_transactions' AND read_to > (SELECT coalesce(max(rowid), 0) FROM gateway_transactions);
END;
--> statement-breakpoint
CREATE TRIGGER changed_gateway_wallets_update AFTER UPDATE ON gateway_wallets BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'gateway_wallets' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_gateway_wallets_delete AFTER DELETE ON gateway_wallets BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'gateway_wallets' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM gateway_wallets), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM gateway_wallets)) WHERE name = 'gateway_wallets' AND read_to > (SELECT coalesce(max(rowid), 0) FROM gateway_wallets);
END;
--> statement-breakpoint
CREATE TRIGGER changed_identities_update AFTER UPDATE ON identities BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'identities' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_identities_delete AFTER DELETE ON identities BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'identities' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM identities), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM identities)) WHERE name = 'identities' AND read_to > (SELECT coalesce(max(rowid), 0) FROM identities);
END;
--> statement-breakpoint
CREATE TRIGGER changed_incident_parties_update AFTER UPDATE ON incident_parties BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'incident_parties' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_incident_parties_delete AFTER DELETE ON incident_parties BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'incident_parties' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM incident_parties), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM incident_parties)) WHERE name = 'incident_parties' AND read_to > (SELECT coalesce(max(rowid), 0) FROM incident_parties);
END;
--> statement-breakpoint
CREATE TRIGGER changed_incident_updates_update AFTER UPDATE ON incident_updates BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'incident_updates' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_incident_updates_delete AFTER DELETE ON incident_updates BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'incident_updates' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM incident_updates), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM incident_updates)) WHERE name = 'incident_updates' AND read_to > (SELECT coalesce(max(rowid), 0) FROM incident_updates);
END;
--> statement-breakpoint
CREATE TRIGGER changed_incidents_update AFTER UPDATE ON incidents BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'incidents' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_incidents_delete AFTER DELETE ON incidents BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'incidents' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM incidents), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM incidents)) WHERE name = 'incidents' AND read_to > (SELECT coalesce(max(rowid), 0) FROM incidents);
END;
--> statement-breakpoint
CREATE TRIGGER changed_invoices_update AFTER UPDATE ON invoices BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'invoices' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_invoices_delete AFTER DELETE ON invoices BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'invoices' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM invoices), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM invoices)) WHERE name = 'invoices' AND read_to > (SELECT coalesce(max(rowid), 0) FROM invoices);
END;
--> statement-breakpoint
CREATE TRIGGER changed_kyc_update AFTER UPDATE ON kyc BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'kyc' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_kyc_delete AFTER DELETE ON kyc BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'kyc' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM kyc), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM kyc)) WHERE name = 'kyc' AND read_to > (SELECT coalesce(max(rowid), 0) FROM kyc);
END;
--> statement-breakpoint
CREATE TRIGGER changed_messages_update AFTER UPDATE ON messages BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'messages' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_messages_delete AFTER DELETE ON messages BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'messages' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM messages), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM messages)) WHERE name = 'messages' AND read_to > (SELECT coalesce(max(rowid), 0) FROM messages);
END;
--> statement-breakpoint
CREATE TRIGGER changed_moderation_events_update AFTER UPDATE ON moderation_events BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'moderation_events' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_moderation_events_delete AFTER DELETE ON moderation_events BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'moderation_events' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM moderation_events), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM moderation_events)) WHERE name = 'moderation_events' AND read_to > (SELECT coalesce(max(rowid), 0) FROM moderation_events);
END;
--> statement-breakpoint
CREATE TRIGGER changed_moderation_settings_insert AFTER INSERT ON moderation_settings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'moderation_settings' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_moderation_settings_update AFTER UPDATE ON moderation_settings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'moderation_settings' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'moderation_settings' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_moderation_settings_delete AFTER DELETE ON moderation_settings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'moderation_settings' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM moderation_settings), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM moderation_settings)) WHERE name = 'moderation_settings' AND read_to > (SELECT coalesce(max(rowid), 0) FROM moderation_settings);
END;
--> statement-breakpoint
CREATE TRIGGER changed_money_settings_update AFTER UPDATE ON money_settings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'money_settings' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_money_settings_delete AFTER DELETE ON money_settings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'money_settings' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM money_settings), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM money_settings)) WHERE name = 'money_settings' AND read_to > (SELECT coalesce(max(rowid), 0) FROM money_settings);
END;
--> statement-breakpoint
CREATE TRIGGER changed_notification_preferences_update AFTER UPDATE ON notification_preferences BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'notification_preferences' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_notification_preferences_delete AFTER DELETE ON notification_preferences BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'notification_preferences' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM notification_preferences), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM notification_preferences)) WHERE name = 'notification_preferences' AND read_to > (SELECT coalesce(max(rowid), 0) FROM notification_preferences);
END;
--> statement-breakpoint
CREATE TRIGGER changed_notifications_insert AFTER INSERT ON notifications BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'notifications' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_notifications_update AFTER UPDATE ON notifications BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'notifications' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'notifications' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_notifications_delete AFTER DELETE ON notifications BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'notifications' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM notifications), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM notifications)) WHERE name = 'notifications' AND read_to > (SELECT coalesce(max(rowid), 0) FROM notifications);
END;
--> statement-breakpoint
CREATE TRIGGER changed_one_time_tokens_update AFTER UPDATE ON one_time_tokens BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'one_time_tokens' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_one_time_tokens_delete AFTER DELETE ON one_time_tokens BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'one_time_tokens' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM one_time_tokens), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM one_time_tokens)) WHERE name = 'one_time_tokens' AND read_to > (SELECT coalesce(max(rowid), 0) FROM one_time_tokens);
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_days_insert AFTER INSERT ON order_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'order_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_days_update AFTER UPDATE ON order_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'order_days' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'order_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_days_delete AFTER DELETE ON order_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'order_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_items_update AFTER UPDATE ON order_items BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'order_items' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_items_delete AFTER DELETE ON order_items BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'order_items' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM order_items), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM order_items)) WHERE name = 'order_items' AND read_to > (SELECT coalesce(max(rowid), 0) FROM order_items);
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_notes_update AFTER UPDATE ON order_notes BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'order_notes' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_notes_delete AFTER DELETE ON order_notes BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'order_notes' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM order_notes), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM order_notes)) WHERE name = 'order_notes' AND read_to > (SELECT coalesce(max(rowid), 0) FROM order_notes);
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_totals_update AFTER UPDATE ON order_totals BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'order_totals' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_totals_delete AFTER DELETE ON order_totals BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'order_totals' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM order_totals), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM order_totals)) WHERE name = 'order_totals' AND read_to > (SELECT coalesce(max(rowid), 0) FROM order_totals);
END;
--> statement-breakpoint
CREATE TRIGGER changed_orders_update AFTER UPDATE ON orders BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'orders' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_orders_delete AFTER DELETE ON orders BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'orders' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM orders), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM orders)) WHERE name = 'orders' AND read_to > (SELECT coalesce(max(rowid), 0) FROM orders);
END;
--> statement-breakpoint
CREATE TRIGGER changed_outbox_update AFTER UPDATE ON outbox BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'outbox' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_outbox_delete AFTER DELETE ON outbox BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'outbox' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM outbox), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM outbox)) WHERE name = 'outbox' AND read_to > (SELECT coalesce(max(rowid), 0) FROM outbox);
END;
--> statement-breakpoint
CREATE TRIGGER changed_passkeys_update AFTER UPDATE ON passkeys BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'passkeys' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_passkeys_delete AFTER DELETE ON passkeys BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'passkeys' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM passkeys), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM passkeys)) WHERE name = 'passkeys' AND read_to > (SELECT coalesce(max(rowid), 0) FROM passkeys);
END;
--> statement-breakpoint
CREATE TRIGGER changed_payin_shares_update AFTER UPDATE ON payin_shares BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'payin_shares' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_payin_shares_delete AFTER DELETE ON payin_shares BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'payin_shares' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM payin_shares), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM payin_shares)) WHERE name = 'payin_shares' AND read_to > (SELECT coalesce(max(rowid), 0) FROM payin_shares);
END;
--> statement-breakpoint
CREATE TRIGGER changed_payout_days_insert AFTER INSERT ON payout_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'payout_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_payout_days_update AFTER UPDATE ON payout_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'payout_days' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'payout_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_payout_days_delete AFTER DELETE ON payout_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'payout_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_payouts_update AFTER UPDATE ON payouts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'payouts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_payouts_delete AFTER DELETE ON payouts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'payouts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM payouts), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM payouts)) WHERE name = 'payouts' AND read_to > (SELECT coalesce(max(rowid), 0) FROM payouts);
END;
--> statement-breakpoint
CREATE TRIGGER changed_plan_prices_update AFTER UPDATE ON plan_prices BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'plan_prices' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_plan_prices_delete AFTER DELETE ON plan_prices BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'plan_prices' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM plan_prices), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM plan_prices)) WHERE name = 'plan_prices' AND read_to > (SELECT coalesce(max(rowid), 0) FROM plan_prices);
END;
--> statement-breakpoint
CREATE TRIGGER changed_plans_update AFTER UPDATE ON plans BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'plans' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_plans_delete AFTER DELETE ON plans BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'plans' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM plans), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM plans)) WHERE name = 'plans' AND read_to > (SELECT coalesce(max(rowid), 0) FROM plans);
END;
--> statement-breakpoint
CREATE TRIGGER changed_platform_settings_update AFTER UPDATE ON platform_settings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'platform_settings' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_platform_settings_delete AFTER DELETE ON platform_settings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'platform_settings' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM platform_settings), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM platform_settings)) WHERE name = 'platform_settings' AND read_to > (SELECT coalesce(max(rowid), 0) FROM platform_settings);
END;
--> statement-breakpoint
CREATE TRIGGER changed_posts_update AFTER UPDATE ON posts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'posts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_posts_delete AFTER DELETE ON posts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'posts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM posts), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM posts)) WHERE name = 'posts' AND read_to > (SELECT coalesce(max(rowid), 0) FROM posts);
END;
--> statement-breakpoint
CREATE TRIGGER changed_product_images_update AFTER UPDATE ON product_images BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'product_images' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_product_images_delete AFTER DELETE ON product_images BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'product_images' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM product_images), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM product_images)) WHERE name = 'product_images' AND read_to > (SELECT coalesce(max(rowid), 0) FROM product_images);
END;
--> statement-breakpoint
CREATE TRIGGER changed_product_import_lines_update AFTER UPDATE ON product_import_lines BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'product_import_lines' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_product_import_lines_delete AFTER DELETE ON product_import_lines BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'product_import_lines' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM product_import_lines), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM product_import_lines)) WHERE name = 'product_import_lines' AND read_to > (SELECT coalesce(max(rowid), 0) FROM product_import_lines);
END;
--> statement-breakpoint
CREATE TRIGGER changed_product_imports_update AFTER UPDATE ON product_imports BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'product_imports' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_product_imports_delete AFTER DELETE ON product_imports BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'product_imports' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM product_imports), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM product_imports)) WHERE name = 'product_imports' AND read_to > (SELECT coalesce(max(rowid), 0) FROM product_imports);
END;
--> statement-breakpoint
CREATE TRIGGER changed_product_sales_insert AFTER INSERT ON product_sales BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.span, NEW.day, NEW.product_id, NEW.currency) FROM backup_marks WHERE name = 'product_sales' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_product_sales_update AFTER UPDATE ON product_sales BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.span, OLD.day, OLD.product_id, OLD.currency) FROM backup_marks WHERE name = 'product_sales' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.span, NEW.day, NEW.product_id, NEW.currency) FROM backup_marks WHERE name = 'product_sales' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_product_sales_delete AFTER DELETE ON product_sales BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.span, OLD.day, OLD.product_id, OLD.currency) FROM backup_marks WHERE name = 'product_sales' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_products_update AFTER UPDATE ON products BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'products' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_products_delete AFTER DELETE ON products BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'products' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM products), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM products)) WHERE name = 'products' AND read_to > (SELECT coalesce(max(rowid), 0) FROM products);
END;
--> statement-breakpoint
CREATE TRIGGER changed_quotes_update AFTER UPDATE ON quotes BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'quotes' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_quotes_delete AFTER DELETE ON quotes BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'quotes' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM quotes), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM quotes)) WHERE name = 'quotes' AND read_to > (SELECT coalesce(max(rowid), 0) FROM quotes);
END;
--> statement-breakpoint
CREATE TRIGGER changed_read_marks_update AFTER UPDATE ON read_marks BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'read_marks' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_read_marks_delete AFTER DELETE ON read_marks BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'read_marks' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM read_marks), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM read_marks)) WHERE name = 'read_marks' AND read_to > (SELECT coalesce(max(rowid), 0) FROM read_marks);
END;
--> statement-breakpoint
CREATE TRIGGER changed_recoveries_update AFTER UPDATE ON recoveries BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'recoveries' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_recoveries_delete AFTER DELETE ON recoveries BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'recoveries' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM recoveries), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM recoveries)) WHERE name = 'recoveries' AND read_to > (SELECT coalesce(max(rowid), 0) FROM recoveries);
END;
--> statement-breakpoint
CREATE TRIGGER changed_refund_days_insert AFTER INSERT ON refund_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'refund_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_refund_days_update AFTER UPDATE ON refund_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'refund_days' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'refund_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_refund_days_delete AFTER DELETE ON refund_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'refund_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_refunds_update AFTER UPDATE ON refunds BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'refunds' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_refunds_delete AFTER DELETE ON refunds BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'refunds' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM refunds), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM refunds)) WHERE name = 'refunds' AND read_to > (SELECT coalesce(max(rowid), 0) FROM refunds);
END;
--> statement-breakpoint
CREATE TRIGGER changed_removed_files_update AFTER UPDATE ON removed_files BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'removed_files' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_removed_files_delete AFTER DELETE ON removed_files BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'removed_files' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM removed_files), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM removed_files)) WHERE name = 'removed_files' AND read_to > (SELECT coalesce(max(rowid), 0) FROM removed_files);
END;
--> statement-breakpoint
CREATE TRIGGER changed_reports_update AFTER UPDATE ON reports BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'reports' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_reports_delete AFTER DELETE ON reports BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'reports' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM reports), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM reports)) WHERE name = 'reports' AND read_to > (SELECT coalesce(max(rowid), 0) FROM reports);
END;
--> statement-breakpoint
CREATE TRIGGER changed_rider_days_update AFTER UPDATE ON rider_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'rider_days' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_rider_days_delete AFTER DELETE ON rider_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'rider_days' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM rider_days), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM rider_days)) WHERE name = 'rider_days' AND read_to > (SELECT coalesce(max(rowid), 0) FROM rider_days);
END;
--> statement-breakpoint
CREATE TRIGGER changed_rider_deliveries_insert AFTER INSERT ON rider_deliveries BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.rider_id, NEW.day) FROM backup_marks WHERE name = 'rider_deliveries' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_rider_deliveries_update AFTER UPDATE ON rider_deliveries BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.rider_id, OLD.day) FROM backup_marks WHERE name = 'rider_deliveries' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.rider_id, NEW.day) FROM backup_marks WHERE name = 'rider_deliveries' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_rider_deliveries_delete AFTER DELETE ON rider_deliveries BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.rider_id, OLD.day) FROM backup_marks WHERE name = 'rider_deliveries' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_rider_zones_update AFTER UPDATE ON rider_zones BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'rider_zones' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_rider_zones_delete AFTER DELETE ON rider_zones BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'rider_zones' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM rider_zones), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM rider_zones)) WHERE name = 'rider_zones' AND read_to > (SELECT coalesce(max(rowid), 0) FROM rider_zones);
END;
--> statement-breakpoint
CREATE TRIGGER changed_riders_update AFTER UPDATE ON riders BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'riders' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_riders_delete AFTER DELETE ON riders BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'riders' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM riders), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM riders)) WHERE name = 'riders' AND read_to > (SELECT coalesce(max(rowid), 0) FROM riders);
END;
--> statement-breakpoint
CREATE TRIGGER changed_sales_days_insert AFTER INSERT ON sales_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'sales_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_sales_days_update AFTER UPDATE ON sales_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'sales_days' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'sales_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_sales_days_delete AFTER DELETE ON sales_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'sales_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_keys_insert AFTER INSERT ON search_keys BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'search_keys' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_keys_update AFTER UPDATE ON search_keys BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'search_keys' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'search_keys' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_keys_delete AFTER DELETE ON search_keys BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'search_keys' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM search_keys), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM search_keys)) WHERE name = 'search_keys' AND read_to > (SELECT coalesce(max(rowid), 0) FROM search_keys);
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_misses_update AFTER UPDATE ON search_misses BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'search_misses' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_misses_delete AFTER DELETE ON search_misses BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'search_misses' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM search_misses), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM search_misses)) WHERE name = 'search_misses' AND read_to > (SELECT coalesce(max(rowid), 0) FROM search_misses);
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_spellings_insert AFTER INSERT ON search_spellings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.near, NEW.word) FROM backup_marks WHERE name = 'search_spellings' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_spellings_update AFTER UPDATE ON search_spellings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.near, OLD.word) FROM backup_marks WHERE name = 'search_spellings' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.near, NEW.word) FROM backup_marks WHERE name = 'search_spellings' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_spellings_delete AFTER DELETE ON search_spellings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.near, OLD.word) FROM backup_marks WHERE name = 'search_spellings' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_words_insert AFTER INSERT ON search_words BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.word) FROM backup_marks WHERE name = 'search_words' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_words_update AFTER UPDATE ON search_words BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.word) FROM backup_marks WHERE name = 'search_words' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.word) FROM backup_marks WHERE name = 'search_words' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_words_delete AFTER DELETE ON search_words BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.word) FROM backup_marks WHERE name = 'search_words' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_seller_profiles_update AFTER UPDATE ON seller_profiles BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'seller_profiles' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_seller_profiles_delete AFTER DELETE ON seller_profiles BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'seller_profiles' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM seller_profiles), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM seller_profiles)) WHERE name = 'seller_profiles' AND read_to > (SELECT coalesce(max(rowid), 0) FROM seller_profiles);
END;
--> statement-breakpoint
CREATE TRIGGER changed_seller_sales_insert AFTER INSERT ON seller_sales BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.span, NEW.day, NEW.seller_profile_id, NEW.currency) FROM backup_marks WHERE name = 'seller_sales' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_seller_sales_update AFTER UPDATE ON seller_sales BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.span, OLD.day, OLD.seller_profile_id, OLD.currency) FROM backup_marks WHERE name = 'seller_sales' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.span, NEW.day, NEW.seller_profile_id, NEW.currency) FROM backup_marks WHERE name = 'seller_sales' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_seller_sales_delete AFTER DELETE ON seller_sales BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.span, OLD.day, OLD.seller_profile_id, OLD.currency) FROM backup_marks WHERE name = 'seller_sales' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_sessions_update AFTER UPDATE ON sessions BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'sessions' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_sessions_delete AFTER DELETE ON sessions BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'sessions' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM sessions), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM sessions)) WHERE name = 'sessions' AND read_to > (SELECT coalesce(max(rowid), 0) FROM sessions);
END;
--> statement-breakpoint
CREATE TRIGGER changed_shops_update AFTER UPDATE ON shops BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'shops' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_shops_delete AFTER DELETE ON shops BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'shops' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM shops), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM shops)) WHERE name = 'shops' AND read_to > (SELECT coalesce(max(rowid), 0) FROM shops);
END;
--> statement-breakpoint
CREATE TRIGGER changed_stock_holds_update AFTER UPDATE ON stock_holds BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'stock_holds' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_stock_holds_delete AFTER DELETE ON stock_holds BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'stock_holds' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM stock_holds), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM stock_holds)) WHERE name = 'stock_holds' AND read_to > (SELECT coalesce(max(rowid), 0) FROM stock_holds);
END;
--> statement-breakpoint
CREATE TRIGGER changed_subcategories_update AFTER UPDATE ON subcategories BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'subcategories' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_subcategories_delete AFTER DELETE ON subcategories BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'subcategories' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM subcategories), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM subcategories)) WHERE name = 'subcategories' AND read_to > (SELECT coalesce(max(rowid), 0) FROM subcategories);
END;
--> statement-breakpoint
CREATE TRIGGER changed_subscription_days_update AFTER UPDATE ON subscription_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'subscription_days' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_subscription_days_delete AFTER DELETE ON subscription_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'subscription_days' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM subscription_days), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM subscription_days)) WHERE name = 'subscription_days' AND read_to > (SELECT coalesce(max(rowid), 0) FROM subscription_days);
END;
--> statement-breakpoint
CREATE TRIGGER changed_subscription_payments_update AFTER UPDATE ON subscription_payments BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'subscription_payments' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_subscription_payments_delete AFTER DELETE ON subscription_payments BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'subscription_payments' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM subscription_payments), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM subscription_payments)) WHERE name = 'subscription_payments' AND read_to > (SELECT coalesce(max(rowid), 0) FROM subscription_payments);
END;
--> statement-breakpoint
CREATE TRIGGER changed_subscriptions_update AFTER UPDATE ON subscriptions BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'subscriptions' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_subscriptions_delete AFTER DELETE ON subscriptions BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'subscriptions' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM subscriptions), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM subscriptions)) WHERE name = 'subscriptions' AND read_to > (SELECT coalesce(max(rowid), 0) FROM subscriptions);
END;
--> statement-breakpoint
CREATE TRIGGER changed_ticket_messages_update AFTER UPDATE ON ticket_messages BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'ticket_messages' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_ticket_messages_delete AFTER DELETE ON ticket_messages BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'ticket_messages' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM ticket_messages), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM ticket_messages)) WHERE name = 'ticket_messages' AND read_to > (SELECT coalesce(max(rowid), 0) FROM ticket_messages);
END;
--> statement-breakpoint
CREATE TRIGGER changed_tickets_update AFTER UPDATE ON tickets BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'tickets' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_tickets_delete AFTER DELETE ON tickets BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'tickets' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM tickets), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM tickets)) WHERE name = 'tickets' AND read_to > (SELECT coalesce(max(rowid), 0) FROM tickets);
END;
--> statement-breakpoint
CREATE TRIGGER changed_totp_update AFTER UPDATE ON totp BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'totp' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_totp_delete AFTER DELETE ON totp BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'totp' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM totp), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM totp)) WHERE name = 'totp' AND read_to > (SELECT coalesce(max(rowid), 0) FROM totp);
END;
--> statement-breakpoint
CREATE TRIGGER changed_user_days_insert AFTER INSERT ON user_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day) FROM backup_marks WHERE name = 'user_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_user_days_update AFTER UPDATE ON user_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day) FROM backup_marks WHERE name = 'user_days' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day) FROM backup_marks WHERE name = 'user_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_user_days_delete AFTER DELETE ON user_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day) FROM backup_marks WHERE name = 'user_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_users_update AFTER UPDATE ON users BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'users' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_users_delete AFTER DELETE ON users BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'users' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM users), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM users)) WHERE name = 'users' AND read_to > (SELECT coalesce(max(rowid), 0) FROM users);
END;
--> statement-breakpoint
CREATE TRIGGER changed_variants_update AFTER UPDATE ON variants BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'variants' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_variants_delete AFTER DELETE ON variants BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'variants' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM variants), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM variants)) WHERE name = 'variants' AND read_to > (SELECT coalesce(max(rowid), 0) FROM variants);
END;
--> statement-breakpoint
CREATE TRIGGER changed_wallet_months_update AFTER UPDATE ON wallet_months BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'wallet_months' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_wallet_months_delete AFTER DELETE ON wallet_months BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'wallet_months' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM wallet_months), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM wallet_months)) WHERE name = 'wallet_months' AND read_to > (SELECT coalesce(max(rowid), 0) FROM wallet_months);
END;
--> statement-breakpoint
CREATE TRIGGER changed_wallets_update AFTER UPDATE ON wallets BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'wallets' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_wallets_delete AFTER DELETE ON wallets BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'wallets' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM wallets), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM wallets)) WHERE name = 'wallets' AND read_to > (SELECT coalesce(max(rowid), 0) FROM wallets);
END;
