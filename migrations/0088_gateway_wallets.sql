CREATE TABLE `gateway_wallets` (
	`currency` text PRIMARY KEY NOT NULL,
	`least_minor` integer NOT NULL,
	`most_minor` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
