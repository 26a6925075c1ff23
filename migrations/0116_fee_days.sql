CREATE TABLE `fee_days` (
	`day` text NOT NULL,
	`gateway` text NOT NULL,
	`currency` text NOT NULL,
	`count` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`day`, `gateway`, `currency`)
) STRICT, WITHOUT ROWID;
