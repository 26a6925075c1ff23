ALTER TABLE `refunds` ADD `stood_minor` integer;--> statement-breakpoint
ALTER TABLE `refunds` ADD `stood_kind` text;