DROP INDEX `payouts_gateway_newest`;--> statement-breakpoint
DROP INDEX `payouts_gateway_status`;--> statement-breakpoint
CREATE INDEX `payouts_admin_newest` ON `payouts` (`created_at`,`id`) WHERE owner_id IS NULL;--> statement-breakpoint
CREATE INDEX `payouts_admin_status` ON `payouts` (`status`,`created_at`,`id`) WHERE owner_id IS NULL;--> statement-breakpoint
-- Nothing refers to it and it has three rows: its primary key is another, so it is made anew. Its triggers come with the next migration.
CREATE TABLE `wallets_of_each` (
	`gateway` text NOT NULL,
	`currency` text NOT NULL,
	`least_minor` integer NOT NULL,
	`most_minor` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`gateway`, `currency`)
) STRICT;
--> statement-breakpoint
INSERT INTO `wallets_of_each` (`gateway`, `currency`, `least_minor`, `most_minor`, `updated_at`)
SELECT 'A', `currency`, `least_minor`, `most_minor`, `updated_at` FROM `gateway_wallets`;
--> statement-breakpoint
DROP TABLE `gateway_wallets`;--> statement-breakpoint
ALTER TABLE `wallets_of_each` RENAME TO `gateway_wallets`;
