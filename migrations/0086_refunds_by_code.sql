ALTER TABLE `refunds` ADD `commission_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `refunds` ADD `expires_at` integer;--> statement-breakpoint
ALTER TABLE `refunds` ADD `ended_by` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `subscription_payment_id` text;--> statement-breakpoint
CREATE INDEX `refunds_newest` ON `refunds` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `refunds_status_newest` ON `refunds` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `refunds_expiring` ON `refunds` (`expires_at`) WHERE status = 'AWAITING_CODE';--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_asked` ON `refunds` (`requested_by`) WHERE status = 'AWAITING_CODE';