DROP INDEX `pending_approvals_subject`;--> statement-breakpoint
CREATE INDEX `pending_approvals_requester` ON `pending_approvals` (`requested_by`);