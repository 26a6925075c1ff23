import type { Ctx } from '../domain/context.ts'
import { checkDue } from '../domain/gateways/check-due.ts'
import { sendOutbox } from '../domain/notices/send.ts'
import { dueOrders, moveDueOrder } from '../domain/orders/move-due.ts'
import { forgetOld } from './housekeeping.ts'
import { expirePayouts } from './payouts.ts'
import { hideExpiredProducts } from './products.ts'
import { endGrace, endPeriods, expireSubscriptionPayments } from './subscriptions.ts'

export type Job = (ctx: Ctx) => Promise<unknown>

/** What runs when: the expressions are those of wrangler.toml, and a test holds the two together. */
export const CRON: Record<string, Record<string, Job>> = {
  '* * * * *': {
    sendOutbox,
    askGateways: checkDue,
    moveOrders: async (ctx) => {
      for (const { id } of await dueOrders(ctx)) await moveDueOrder(ctx, id)
    },
    expirePayouts,
    expireSubscriptionPayments,
    endPeriods,
    endGrace,
  },
  '17 * * * *': { hideExpiredProducts, forgetOld },
}
