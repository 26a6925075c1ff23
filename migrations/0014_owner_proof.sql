ALTER TABLE `sessions` ADD `proven_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `has_second_factor` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `secondary_email_verified_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `withdrawals_held_until` integer;