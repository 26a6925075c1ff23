CREATE TABLE `expense_totals` (
	`day` text NOT NULL,
	`status` text NOT NULL,
	`category` text NOT NULL,
	`currency` text NOT NULL,
	`count` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`day`, `status`, `category`, `currency`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `expenses` (
	`id` text PRIMARY KEY NOT NULL,
	`label` text NOT NULL,
	`category` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`incurred_at` integer NOT NULL,
	`day` text NOT NULL,
	`vendor` text,
	`payment_method` text,
	`notes` text,
	`status` text NOT NULL,
	`created_by` text NOT NULL,
	`requested_by` text,
	`expires_at` integer,
	`ended_by` text,
	`approved_by` text,
	`approved_at` integer,
	`rejection_reason` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "expenses_amount" CHECK(amount_minor > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `expenses_newest` ON `expenses` (`incurred_at`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_status` ON `expenses` (`status`,`incurred_at`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_category` ON `expenses` (`category`,`incurred_at`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_currency` ON `expenses` (`currency`,`incurred_at`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_status_category` ON `expenses` (`status`,`category`,`incurred_at`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_status_currency` ON `expenses` (`status`,`currency`,`incurred_at`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_category_currency` ON `expenses` (`category`,`currency`,`incurred_at`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_status_category_currency` ON `expenses` (`status`,`category`,`currency`,`incurred_at`,`id`);--> statement-breakpoint
CREATE INDEX `expenses_awaiting` ON `expenses` (`expires_at`) WHERE status = 'AWAITING_CODE';--> statement-breakpoint
CREATE UNIQUE INDEX `expenses_one_awaiting` ON `expenses` (`requested_by`) WHERE status = 'AWAITING_CODE';