ALTER TABLE `quotes` ADD `recipient` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `recipient` text;