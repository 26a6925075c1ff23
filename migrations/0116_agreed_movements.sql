CREATE TABLE `compared_nights` (
	`gateway` text PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
ALTER TABLE `gateway_transactions` ADD `decided_at` integer;--> statement-breakpoint
ALTER TABLE `gateway_transactions` ADD `agreed_at` integer;--> statement-breakpoint
ALTER TABLE `gateway_transactions` ADD `received_minor` integer;--> statement-breakpoint
CREATE INDEX `gateway_transactions_unagreed` ON `gateway_transactions` (`final_at`) WHERE agreed_at IS NULL AND status IN ('succeeded', 'failed', 'reversed');