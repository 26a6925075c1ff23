CREATE TABLE `bookings` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`gateway` text,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`to_amount_minor` integer,
	`to_currency` text,
	`reference` text NOT NULL,
	`folded_reference` text NOT NULL,
	`note` text NOT NULL,
	`document_id` text,
	`requested_by` text NOT NULL,
	`confirmed_by` text,
	`expires_at` integer,
	`reached_at` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bookings_amount" CHECK(amount_minor > 0),
	CONSTRAINT "bookings_gateway" CHECK((gateway IS NOT NULL) = (kind IN ('GATEWAY_FEE', 'SETTLEMENT', 'TOP_UP'))),
	CONSTRAINT "bookings_exchange" CHECK((kind = 'EXCHANGE') = (to_amount_minor IS NOT NULL AND to_currency IS NOT NULL AND to_amount_minor > 0 AND to_currency <> currency)),
	CONSTRAINT "bookings_two_people" CHECK(confirmed_by IS NULL OR confirmed_by <> requested_by)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_reference` ON `bookings` (`folded_reference`) WHERE status IN ('REQUESTED', 'BOOKED');--> statement-breakpoint
CREATE INDEX `bookings_newest` ON `bookings` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_status` ON `bookings` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_kind` ON `bookings` (`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_status_kind` ON `bookings` (`status`,`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_waiting` ON `bookings` (`expires_at`) WHERE status = 'REQUESTED';--> statement-breakpoint
CREATE INDEX `bookings_document` ON `bookings` (`document_id`) WHERE document_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `rate_memories` (
	`base_currency` text NOT NULL,
	`quote_currency` text NOT NULL,
	`last_scaled` integer,
	`from_scaled` integer,
	`changed_at` integer,
	`is_off` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`base_currency`, `quote_currency`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `fee_days` (
	`day` text NOT NULL,
	`gateway` text NOT NULL,
	`currency` text NOT NULL,
	`count` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`day`, `gateway`, `currency`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
DROP INDEX `wallet_entries_owner`;--> statement-breakpoint
DROP INDEX `wallet_entries_owner_type`;--> statement-breakpoint
DROP INDEX `wallet_entries_owner_currency`;--> statement-breakpoint
CREATE INDEX `wallet_entries_owner` ON `wallet_entries` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `wallet_entries_owner_type` ON `wallet_entries` (`owner_id`,`type`,`created_at`);--> statement-breakpoint
CREATE INDEX `wallet_entries_owner_currency` ON `wallet_entries` (`owner_id`,`currency`,`created_at`);--> statement-breakpoint
ALTER TABLE `expenses` ADD `reversed_at` integer;--> statement-breakpoint
ALTER TABLE `gateway_transactions` ADD `fee_minor` integer;--> statement-breakpoint
ALTER TABLE `gateway_transactions` ADD `charged_minor` integer;--> statement-breakpoint
ALTER TABLE `exchange_rates` ADD `jump_confirmed` integer DEFAULT false NOT NULL;