import { hideExpiredProducts } from '../domain/catalogue/products/hide-expired.ts'
import type { Ctx } from '../domain/core/context.ts'
import { removeFiles } from '../domain/core/files/remove.ts'
import { sendOutbox } from '../domain/core/notices/send.ts'
import { checkDue } from '../domain/money/gateways/check-due.ts'
import { expirePayouts } from '../domain/money/payouts/expire.ts'
import { forgetOld } from '../domain/office/platform/forget-old.ts'
import { eraseAccounts } from './erasure.ts'
import { moveOrders } from './orders.ts'
import { endGrace, endPeriods, expireSubscriptionPayments } from './subscriptions.ts'

export type Job = (ctx: Ctx) => Promise<unknown>

/** What runs when: the expressions are those of wrangler.toml, and a test holds the two together. */
export const CRON: Record<string, Record<string, Job>> = {
  '* * * * *': {
    sendOutbox,
    askGateways: checkDue,
    moveOrders,
    expirePayouts,
    expireSubscriptionPayments,
    endPeriods,
    endGrace,
  },
  '17 * * * *': { hideExpiredProducts, forgetOld, eraseAccounts, removeFiles },
}
