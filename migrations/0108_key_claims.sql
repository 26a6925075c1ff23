ALTER TABLE `idempotency_keys` ADD `claim` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `idempotency_keys` ADD `last_commit` text;