CREATE TABLE `backup_files` (
	`backup_id` text NOT NULL,
	`number` integer NOT NULL,
	`key` text NOT NULL,
	`sha256` text NOT NULL,
	`rows` integer NOT NULL,
	`bytes` integer NOT NULL,
	PRIMARY KEY(`backup_id`, `number`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `backup_marks` (
	`name` text PRIMARY KEY NOT NULL,
	`epoch` integer DEFAULT 1 NOT NULL,
	`read_to` integer DEFAULT 0 NOT NULL,
	`kept_to` integer DEFAULT 0 NOT NULL,
	`kept_key` text DEFAULT '[]' NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `changed_rows` (
	`name` text NOT NULL,
	`epoch` integer NOT NULL,
	`key` any NOT NULL,
	PRIMARY KEY(`name`, `epoch`, `key`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `backups` ADD `chain` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `backups` ADD `migration` text;--> statement-breakpoint
ALTER TABLE `backups` ADD `turn` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `backups` ADD `turn_ends_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `backups_started` ON `backups` (`started_at`);