import { INCIDENT_STATES } from '#db/schema/core/incidents.ts'
import { ATTEMPT_DIRECTIONS } from '#db/schema/money/gateways.ts'
import { ORDER_STATES } from '#db/schema/orders/orders.ts'
import { REFUND_STATES } from '#db/schema/orders/refunds.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { broke, type Simulation } from '../simulation.ts'

/** A tick of every minute has run since, however it fell. */
const TICK_MS = 2 * MINUTE_MS

/** Somebody was told of the attempt `g`: of it alone, or of what its gateway could not be sent that day, together. */
const TOLD = `EXISTS (SELECT 1 FROM incidents i WHERE instr(i.ref, g.id) OR instr(i.ref, g.reference)
  OR (g.sent_at IS NULL AND i.ref GLOB 'unsent:' || g.gateway || ':' || strftime('%Y-%m-%d', g.reported_at / 1000, 'unixepoch') || '*'))`
const IS_OUT = ATTEMPT_DIRECTIONS.outgoing.inText('g.kind')
/** Since when it is asked about: its call, however late it could be made. */
const LEFT = `coalesce(g.sent_at, g.created_at)`

/** Laws that must hold at the instant `?1`, once the clock's jobs have run: each finds what has waited for too long. */
export const TIMELY_LAWS: Record<string, string> = {
  'a movement that was not sent within an hour has an incident': `
    SELECT g.id FROM gateway_transactions g WHERE g.status = 'pending' AND g.sent_at IS NULL
      AND g.created_at < ?1 - ${HOUR_MS + TICK_MS} AND NOT ${TOLD}`,
  'a payout without a verdict for 6 hours has an incident': `
    SELECT g.id FROM gateway_transactions g WHERE g.status = 'pending' AND ${IS_OUT}
      AND ${LEFT} < ?1 - ${6 * HOUR_MS + TICK_MS} AND NOT ${TOLD}`,
  'a payin without a verdict for 24 hours has an incident': `
    SELECT g.id FROM gateway_transactions g WHERE g.status = 'pending' AND NOT ${IS_OUT}
      AND ${LEFT} < ?1 - ${DAY_MS + TICK_MS} AND NOT ${TOLD}`,
  'what waits for the decision of a person has an incident': `SELECT g.id FROM gateway_transactions g WHERE g.status = 'review' AND NOT ${TOLD}`,
  'after 31 days no payin is open, but for the last hourly question once somebody was told': `
    SELECT g.id FROM gateway_transactions g WHERE g.status = 'pending' AND NOT ${IS_OUT}
      AND ${LEFT} < ?1 - ${31 * DAY_MS + TICK_MS}
      AND coalesce(g.reported_at, 0) < ?1 - ${HOUR_MS + TICK_MS}`,
  'nobody who delivered waits for their money for more than a week, unless a party or staff stopped it': `
    SELECT o.id FROM orders o WHERE o.status = 'DELIVERED' AND (
        SELECT max(h.at) FROM history h WHERE h.thing_id = o.id AND h.to_status = 'DELIVERED' AND h.from_status <> 'DELIVERED')
          < ?1 - ${48 * HOUR_MS + 7 * DAY_MS}
      AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.order_id = o.id AND ${INCIDENT_STATES.open.inText('i.status')}
        AND (i.opened_by IS NOT NULL OR i.opened_as IS NOT NULL OR EXISTS (
          SELECT 1 FROM incident_updates w WHERE w.incident_id = i.id AND w.author_role IN ('BUYER', 'SELLER', 'RIDER'))))
      AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id
        AND (${REFUND_STATES.undecided.inText('r.status')} AND r.requested_by IS NOT NULL
          OR ${REFUND_STATES.approved.inText('r.status')} AND EXISTS (
            SELECT 1 FROM gateway_transactions g WHERE g.subject_id = r.id AND ${TOLD})))`,
  'a refund that nobody has decided for a day has an incident': `
    SELECT r.id FROM refunds r WHERE r.status = 'REQUESTED' AND r.created_at < ?1 - ${DAY_MS + TICK_MS} AND NOT EXISTS (
      SELECT 1 FROM incidents i WHERE i.refund_id = r.id AND i.opened_by IS NULL AND ${INCIDENT_STATES.open.inText('i.status')})`,
  'no order waits for its payment a quarter of an hour after its hold ended': `SELECT o.id FROM orders o WHERE o.status = 'PENDING_PAYMENT' AND o.hold_ends_at < ?1 - ${15 * MINUTE_MS}`,
  'a parcel without news for 72 hours has an incident': `
    SELECT o.id FROM orders o WHERE ${ORDER_STATES.onRoad.inText('o.status')} AND (
        SELECT max(h.at) FROM history h WHERE h.thing_id = o.id AND h.to_status = o.status AND h.from_status <> h.to_status)
          < ?1 - ${75 * HOUR_MS}
      AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.order_id = o.id)
      AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = o.id AND d.status = 'RETURNED')`,
}

/** Holds them all now. */
export function checkTimely(simulation: Simulation): void {
  for (const [name, law] of Object.entries(TIMELY_LAWS)) {
    const late = simulation.store.rows(law, ...(law.includes('?1') ? [simulation.now] : []))
    if (late.length > 0) broke(simulation, name, JSON.stringify(late.slice(0, 5)))
  }
}

/** Hours after which something must have reached a person, and after which nothing may be open at all. */
const HOURS = [2, 5, 18, 60, 10 * 24]
const MONTH = [...HOURS, 20 * 24]

/**
 * Nobody outside decides anything any more, and time passes, a tick now and then: whatever is open must end or reach a
 * person in its time. Every fourth history waits for a month.
 */
export async function outwait(simulation: Simulation, tick: () => Promise<void>): Promise<void> {
  for (const hours of simulation.seed % 4 === 0 ? MONTH : HOURS.slice(0, 3)) {
    simulation.now += hours * HOUR_MS
    await tick()
    simulation.now += MINUTE_MS
    await tick()
    checkTimely(simulation)
  }
}
