ALTER TABLE `deliveries` ADD `overdue_at` integer;--> statement-breakpoint
-- A parcel that nobody brings back of a cancelled order takes no place of its rider.
DROP TRIGGER deliveries_jobs;
--> statement-breakpoint
CREATE TRIGGER deliveries_jobs AFTER UPDATE OF status, rider_id, overdue_at ON deliveries
WHEN OLD.status <> NEW.status OR OLD.rider_id IS NOT NEW.rider_id OR OLD.overdue_at IS NOT NEW.overdue_at BEGIN
  UPDATE riders SET active_jobs = active_jobs - 1 WHERE id = OLD.rider_id AND OLD.overdue_at IS NULL AND OLD.status IN ('ASSIGNED', 'PICKED_UP', 'FAILED_ATTEMPT', 'RETURNING');
  UPDATE riders SET active_jobs = active_jobs + 1 WHERE id = NEW.rider_id AND NEW.overdue_at IS NULL AND NEW.status IN ('ASSIGNED', 'PICKED_UP', 'FAILED_ATTEMPT', 'RETURNING');
  UPDATE riders SET completed_count = completed_count + 1 WHERE id = NEW.rider_id AND NEW.status = 'DELIVERED' AND OLD.status <> 'DELIVERED';
END;
