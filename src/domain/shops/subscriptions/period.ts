import type { BILLING_CYCLES } from '../../../db/schema/shops/plans.ts'
import { addMonths, DAY_MS } from '../../../kernel/time.ts'
import type { Subscription } from './view.ts'

/** After an unpaid period, a week to renew (docs/states.md, Subscription). */
export const GRACE_MS = 7 * DAY_MS

const MONTHS = { MONTHLY: 1, YEARLY: 12 } as const satisfies Record<(typeof BILLING_CYCLES)[number], number>

/** The columns of a period that starts now, or that continues a paid one from its end. */
export function nextPeriod({ status, billingCycle, currentPeriodStart, currentPeriodEnd }: Subscription, now: number) {
  const months = MONTHS[billingCycle]
  const fresh = { graceEndsAt: null, cancelAtPeriodEnd: false }
  if (currentPeriodEnd === null || (status !== 'ACTIVE' && status !== 'GRACE')) {
    return { ...fresh, currentPeriodStart: now, currentPeriodEnd: addMonths(now, months) }
  }
  // While ACTIVE the present period only becomes longer; from GRACE the next one follows it without a gap.
  const start = status === 'GRACE' ? currentPeriodEnd : currentPeriodStart
  return { ...fresh, currentPeriodStart: start, currentPeriodEnd: addMonths(currentPeriodEnd, months) }
}
