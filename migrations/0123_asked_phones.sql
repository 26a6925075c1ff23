DROP INDEX `gateway_transactions_in_flight`;--> statement-breakpoint
CREATE INDEX `gateway_transactions_unpaid` ON `gateway_transactions` (`phone`,`created_at`) WHERE status <> 'succeeded';