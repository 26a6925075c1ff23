CREATE TABLE `alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`status` text DEFAULT 'PENDING' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`failure` text,
	`created_at` integer NOT NULL,
	`sent_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `alerts_due` ON `alerts` (`next_at`) WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX `alerts_readiness` ON `alerts` (`id`) WHERE kind IN ('UNREADY', 'READY');--> statement-breakpoint
CREATE TABLE `backups` (
	`id` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`rows` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`manifest_key` text
) STRICT;
--> statement-breakpoint
CREATE TABLE `law_verdicts` (
	`name` text PRIMARY KEY NOT NULL,
	`ok` integer NOT NULL,
	`checked_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `law_verdicts_broken` ON `law_verdicts` (`name`) WHERE ok = 0;--> statement-breakpoint
CREATE TABLE `heartbeat_quarters` (
	`quarter` integer NOT NULL,
	`job` text NOT NULL,
	`runs` integer NOT NULL,
	`failures` integer NOT NULL,
	`worst_ms` integer NOT NULL,
	`most_left` integer NOT NULL,
	PRIMARY KEY(`quarter`, `job`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `heartbeats` (
	`job` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`succeeded_at` integer,
	`duration_ms` integer,
	`left_over` integer DEFAULT 0 NOT NULL,
	`failing` integer DEFAULT false NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `outbox_codes` ON `outbox` (`created_at`) WHERE status = 'PENDING' AND kind GLOB 'code.*';--> statement-breakpoint
CREATE INDEX `outbox_failed` ON `outbox` (`created_at`) WHERE status = 'FAILED' AND failure <> 'NOBODY';