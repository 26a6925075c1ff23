CREATE TABLE `search_misses` (
	`day` text NOT NULL,
	`word` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `word`)
) STRICT;
