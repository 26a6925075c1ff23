CREATE TABLE `posts` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`slug` text NOT NULL,
	`excerpt` text NOT NULL,
	`body` text NOT NULL,
	`cover_key` text,
	`tags` text NOT NULL,
	`locale` text NOT NULL,
	`status` text DEFAULT 'DRAFT' NOT NULL,
	`published_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `posts_slug` ON `posts` (`slug`);--> statement-breakpoint
CREATE INDEX `posts_newest` ON `posts` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `posts_status_newest` ON `posts` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `posts_locale_newest` ON `posts` (`locale`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `posts_status_locale_newest` ON `posts` (`status`,`locale`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `posts_public` ON `posts` (`published_at`,`id`) WHERE status = 'PUBLISHED';--> statement-breakpoint
CREATE INDEX `posts_public_locale` ON `posts` (`locale`,`published_at`,`id`) WHERE status = 'PUBLISHED';