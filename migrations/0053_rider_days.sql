CREATE TABLE `rider_days` (
	`rider_id` text NOT NULL,
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`earned_minor` integer NOT NULL,
	`deliveries` integer NOT NULL,
	PRIMARY KEY(`rider_id`, `day`, `currency`)
) STRICT;
