import { hideExpiredProducts } from '../domain/catalogue/hide-expired.ts'
import type { Ctx } from '../domain/context.ts'
import { removeFiles } from '../domain/files/remove.ts'
import { checkDue } from '../domain/gateways/check-due.ts'
import { sendOutbox } from '../domain/notices/send.ts'
import { expirePayouts } from '../domain/payouts/expire.ts'
import { forgetOld } from '../domain/platform/forget-old.ts'
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
