DROP INDEX `audit_newest`;--> statement-breakpoint
DROP INDEX `audit_target`;--> statement-breakpoint
CREATE INDEX `audit_by_time` ON `audit` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_by_target` ON `audit` (`target_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_by_actor` ON `audit` (`actor_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_by_action` ON `audit` (`action`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_by_actor_action` ON `audit` (`actor_id`,`action`,`at`,`id`);