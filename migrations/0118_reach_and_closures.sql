DROP INDEX `delivery_zones_place`;--> statement-breakpoint
ALTER TABLE `shops` ADD `closure_note` text DEFAULT '' NOT NULL;