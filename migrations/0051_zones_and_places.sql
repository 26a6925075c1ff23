CREATE TABLE `rider_zones` (
	`zone_id` text NOT NULL,
	`rider_id` text NOT NULL,
	PRIMARY KEY(`zone_id`, `rider_id`)
) STRICT;
--> statement-breakpoint
DROP INDEX `deliveries_open`;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `occurred_at` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX `deliveries_waiting_square` ON `deliveries` (CAST((lat + 90) * 20 AS INTEGER),CAST((lng + 180) * 20 AS INTEGER),`zone_id`) WHERE status = 'UNASSIGNED';--> statement-breakpoint
CREATE INDEX `deliveries_newest` ON `deliveries` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_status` ON `deliveries` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_zone` ON `deliveries` (`zone_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_zone_status` ON `deliveries` (`zone_id`,`status`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `orders` ADD `zone_id` text REFERENCES delivery_zones(id);--> statement-breakpoint
ALTER TABLE `delivery_zones` ADD `folded_name` text;--> statement-breakpoint
ALTER TABLE `delivery_zones` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `delivery_zones_place` ON `delivery_zones` (`lat`) WHERE is_open = 1 AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `delivery_zones_newest` ON `delivery_zones` (`created_at`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_zones_name` ON `delivery_zones` (`folded_name`) WHERE deleted_at IS NULL;