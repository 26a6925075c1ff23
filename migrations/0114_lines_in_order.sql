DROP INDEX `wallet_entries_owner`;--> statement-breakpoint
DROP INDEX `wallet_entries_owner_type`;--> statement-breakpoint
DROP INDEX `wallet_entries_owner_currency`;--> statement-breakpoint
CREATE INDEX `wallet_entries_owner` ON `wallet_entries` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `wallet_entries_owner_type` ON `wallet_entries` (`owner_id`,`type`,`created_at`);--> statement-breakpoint
CREATE INDEX `wallet_entries_owner_currency` ON `wallet_entries` (`owner_id`,`currency`,`created_at`);