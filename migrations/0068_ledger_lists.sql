CREATE INDEX `transfers_newest` ON `transfers` (`currency`,`created_at`);--> statement-breakpoint
CREATE INDEX `transfers_kind_newest` ON `transfers` (`kind`,`currency`,`created_at`);