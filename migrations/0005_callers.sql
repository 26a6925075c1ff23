ALTER TABLE `audit` ADD `caller` text;--> statement-breakpoint
ALTER TABLE `history` ADD `caller` text;