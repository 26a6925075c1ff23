CREATE TABLE `wallet_months` (
	`owner_id` text NOT NULL,
	`currency` text NOT NULL,
	`month` text NOT NULL,
	`opening_minor` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	`lines` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `currency`, `month`)
) STRICT;
