import { hideExpiredProducts } from '../domain/catalogue/products/hide-expired.ts'
import type { Ctx } from '../domain/core/context.ts'
import { removeFiles } from '../domain/core/files/remove.ts'
import { sendOutbox } from '../domain/core/notices/send.ts'
import { expireExpenseCodes } from '../domain/money/expenses/expire.ts'
import { compareWithGatewayB } from '../domain/money/gateways/compare.ts'
import { compareWithGatewayA } from '../domain/money/gateways/compare-balances.ts'
import { reportOpenMovements } from '../domain/money/gateways/report-open.ts'
import { holdLaws, holdNightLaws } from '../domain/money/ledger/hold-laws.ts'
import { expirePayouts } from '../domain/money/payouts/expire.ts'
import { forgetOld } from '../domain/office/platform/forget-old.ts'
import { MINUTE_TICK } from '../domain/office/platform/readiness.ts'
import { sendAlerts } from '../domain/office/platform/send-alerts.ts'
import { watchDatabase } from '../domain/office/platform/watch-database.ts'
import { expireRefundCodes } from '../domain/orders/refunds/expire.ts'
import { runBroadcasts } from './broadcasts.ts'
import { eraseAccounts } from './erasure.ts'
import { askGatewayA, askGatewayB } from './gateways.ts'
import { runImports } from './imports.ts'
import { moveOrders } from './orders.ts'
import { endGrace, endPeriods, expireSubscriptionPayments } from './subscriptions.ts'
import type { Tick } from './tick.ts'
import { closeResolvedTickets } from './tickets.ts'
import { forgetUnsoldWords } from './words.ts'

/** A share of what is due, or all of it. @returns how much there was, where there may be more: the run asks again */
export type Job = (ctx: Ctx, tick: Tick) => Promise<unknown>
export type Jobs = Record<string, Job>

/**
 * What runs when, in stages: refunds and payouts before messages. The expressions are those of wrangler.toml, and a test
 * holds the two together.
 */
export const CRON: Record<string, Jobs[]> = {
  [MINUTE_TICK]: [
    {
      askGatewayA,
      askGatewayB,
      reportOpenMovements,
      moveOrders,
      expirePayouts,
      expireExpenseCodes,
      expireRefundCodes,
      expireSubscriptionPayments,
      endPeriods,
      endGrace,
      runImports,
      runBroadcasts,
    },
    { sendOutbox, sendAlerts },
  ],
  '17 * * * *': [
    { hideExpiredProducts, forgetOld, eraseAccounts, closeResolvedTickets, holdLaws, watchDatabase },
    { removeFiles, sendOutbox },
  ],
  '23 1 * * *': [{ compareWithGatewayA, compareWithGatewayB, forgetUnsoldWords, holdNightLaws }, { sendOutbox }],
}
