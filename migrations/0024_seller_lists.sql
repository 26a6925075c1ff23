CREATE INDEX `seller_profiles_newest` ON `seller_profiles` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `seller_profiles_kyc_newest` ON `seller_profiles` (`kyc_status`,`created_at`,`id`);