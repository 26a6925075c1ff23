import type { BILLING_CYCLES } from '#db/schema/shops/plans.ts'
import { SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'
import { addMonths, DAY_MS } from '#kernel/time.ts'
import type { Subscription } from './view.ts'

/** Time of grace, in which a seller may renew after the paid period (docs/states.md, Subscription). */
export const GRACE_MS = 7 * DAY_MS

const MONTHS = { MONTHLY: 1, YEARLY: 12 } as const satisfies Record<(typeof BILLING_CYCLES)[number], number>

/** A period that begins no later than this after a used grace begins at the old end: the time of grace is not free. */
export const GRACE_COUNTS_MS = 30 * DAY_MS

/** The end of the period after which service went on unpaid, as `selectUnpaidFrom` finds it; null if nothing is owed. */
export type UnpaidFrom = number | null

/**
 * The columns of the next period. It continues a paid period from its end, on the first one's day of the month; else it starts where
 * service went on unpaid, unless it would be over already; else now.
 */
export function nextPeriod(subscription: Subscription, unpaidFrom: UnpaidFrom, now: number) {
  const { status, billingCycle, currentPeriodStart, currentPeriodEnd } = subscription
  const months = MONTHS[billingCycle]
  const fresh = { graceEndsAt: null, cancelAtPeriodEnd: false }
  if (currentPeriodEnd === null || !SUBSCRIPTION_STATES.current.has(status)) {
    const start = beginning(subscription, unpaidFrom, now)
    return { ...fresh, anchorAt: start, currentPeriodStart: start, currentPeriodEnd: addMonths(start, months) }
  }
  // A running period becomes longer; after its end the next one follows without a gap.
  const isOver = status === 'GRACE' || currentPeriodEnd <= now
  const anchorAt = anchorOf(subscription, currentPeriodEnd)
  return {
    ...fresh,
    anchorAt,
    currentPeriodStart: isOver ? currentPeriodEnd : currentPeriodStart,
    currentPeriodEnd: addMonths(currentPeriodEnd, months, anchorAt),
  }
}

/** The period that a payment adds, from the end that it extends or from its start, to its new end. */
export const addedPeriod = (subscription: Subscription, unpaidFrom: UnpaidFrom, now: number) => {
  const { status, currentPeriodEnd } = subscription
  const extended = SUBSCRIPTION_STATES.current.has(status) ? currentPeriodEnd : null
  const from = extended ?? beginning(subscription, unpaidFrom, now)
  return { from, to: nextPeriod(subscription, unpaidFrom, now).currentPeriodEnd }
}

const beginning = ({ billingCycle }: Subscription, unpaidFrom: UnpaidFrom, now: number) =>
  unpaidFrom !== null && addMonths(unpaidFrom, MONTHS[billingCycle]) > now ? unpaidFrom : now

/** Whether a period that has not begun is paid already: no further one can be paid then (docs/money.md, Subscriptions). */
export function isPaidAhead(subscription: Subscription, now: number): boolean {
  const { status, billingCycle, currentPeriodEnd } = subscription
  if (status !== 'ACTIVE' || currentPeriodEnd === null) return false
  const lastBegins = addMonths(currentPeriodEnd, -MONTHS[billingCycle], anchorOf(subscription, currentPeriodEnd))
  return lastBegins > now
}

/** The anchor of a subscription; without one, the end of its present period. */
const anchorOf = ({ anchorAt }: Subscription, currentPeriodEnd: number) => anchorAt ?? currentPeriodEnd
