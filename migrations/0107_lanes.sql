CREATE TABLE `message_counts` (
	`channel` text PRIMARY KEY NOT NULL,
	`window_ends_at` integer NOT NULL,
	`codes` integer NOT NULL,
	`notices` integer NOT NULL,
	`newcomers_codes` integer NOT NULL,
	`newcomers_notices` integer NOT NULL
) STRICT;
--> statement-breakpoint
DROP INDEX `outbox_due`;--> statement-breakpoint
DROP INDEX `outbox_codes`;--> statement-breakpoint
ALTER TABLE `outbox` ADD `lane` text DEFAULT 'NOTICE' NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `is_newcomers` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `lease` text;--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`lane`,`channel`,`is_newcomers`,`next_at`) WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX `outbox_codes` ON `outbox` (`created_at`) WHERE status = 'PENDING' AND lane = 'CODE';--> statement-breakpoint
ALTER TABLE `incidents` ADD `told_at` integer;--> statement-breakpoint
CREATE INDEX `incidents_untold` ON `incidents` (`created_at`) WHERE opened_by IS NOT NULL AND told_at IS NULL;