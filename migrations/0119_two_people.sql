ALTER TABLE `refunds` ADD `asked_of` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `approved_phones` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `approvals_held_until` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `was_admin_until` integer;--> statement-breakpoint
CREATE INDEX `users_was_admin` ON `users` (`was_admin_until`) WHERE was_admin_until IS NOT NULL;