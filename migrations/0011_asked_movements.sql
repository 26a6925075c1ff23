DROP INDEX `gateway_transactions_due`;--> statement-breakpoint
ALTER TABLE `gateway_transactions` ADD `asked_at` integer;--> statement-breakpoint
ALTER TABLE `gateway_transactions` ADD `reported_at` integer;--> statement-breakpoint
CREATE INDEX `gateway_transactions_unreported` ON `gateway_transactions` (`created_at`) WHERE status = 'pending' AND reported_at IS NULL;--> statement-breakpoint
CREATE INDEX `gateway_transactions_due` ON `gateway_transactions` (`gateway`,`next_check_at`) WHERE next_check_at IS NOT NULL;