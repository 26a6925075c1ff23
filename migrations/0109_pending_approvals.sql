CREATE TABLE `pending_approvals` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`subject_id` text NOT NULL,
	`requested_by` text NOT NULL,
	`terms` text NOT NULL,
	`input` text NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_by` text,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`requested_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `pending_approvals_live` ON `pending_approvals` (`requested_by`,`purpose`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `pending_approvals_subject` ON `pending_approvals` (`subject_id`);--> statement-breakpoint
CREATE INDEX `pending_approvals_expiry` ON `pending_approvals` (`expires_at`);