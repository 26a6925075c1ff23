ALTER TABLE `shops` ADD `owner_blocked` integer DEFAULT false NOT NULL;
--> statement-breakpoint
UPDATE shops SET owner_blocked = 1 WHERE seller_profile_id IN (
  SELECT sp.id FROM seller_profiles sp JOIN users u ON u.id = sp.user_id WHERE u.blocked_at IS NOT NULL);
