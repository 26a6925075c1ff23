CREATE TABLE `rider_deliveries` (
	`rider_id` text NOT NULL,
	`day` text NOT NULL,
	`delivered` integer NOT NULL,
	PRIMARY KEY(`rider_id`, `day`)
) STRICT, WITHOUT ROWID;
