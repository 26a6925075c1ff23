DROP INDEX `refunds_open`;--> statement-breakpoint
ALTER TABLE `refunds` ADD `payin_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_payin` ON `refunds` (`payin_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_open` ON `refunds` (`order_id`) WHERE payin_id IS NULL AND status IN ('REQUESTED', 'AWAITING_CODE', 'PROCESSING', 'FAILED');