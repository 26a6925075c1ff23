import { hideExpiredProducts } from '../domain/catalogue/products/clock/hide-expired.ts'
import { watchBackups } from '../domain/core/backups/watch.ts'
import type { Ctx } from '../domain/core/context.ts'
import { purgeAgain } from '../domain/core/edge/purge.ts'
import { removeFiles } from '../domain/core/files/remove.ts'
import { clearShelves } from '../domain/core/files/shelf.ts'
import { sendOutbox } from '../domain/core/notices/send.ts'
import { expireBookings } from '../domain/money/bookings/expire.ts'
import { expireExpenseCodes } from '../domain/money/expenses/expire.ts'
import { reportOpenMovements } from '../domain/money/gateways/clock/report-open.ts'
import { checkAskedLaws, checkLaws } from '../domain/money/ledger/clock/check-laws.ts'
import { checkNightLaws } from '../domain/money/ledger/clock/check-night-laws.ts'
import { expirePayouts } from '../domain/money/payouts/expire.ts'
import { closeIncidentsOver } from '../domain/office/incidents/close-over.ts'
import { mailIncidentDigest } from '../domain/office/incidents/digest.ts'
import { remindOfIncidents } from '../domain/office/incidents/remind.ts'
import { forgetOld } from '../domain/office/platform/forget-old.ts'
import { MINUTE_TICK } from '../domain/office/platform/readiness.ts'
import { sendAlerts } from '../domain/office/platform/send-alerts.ts'
import { watchDatabase } from '../domain/office/platform/watch-database.ts'
import { expireRefundCodes } from '../domain/orders/refunds/clock/expire-codes.ts'
import { reportWaitingRefunds } from '../domain/orders/refunds/clock/report-waiting.ts'
import { proveSealed } from '../domain/orders/sealing/prove.ts'
import { takeBackup } from './backups.ts'
import { runBroadcasts } from './broadcasts.ts'
import { expireCopies, runCopies } from './copies.ts'
import { eraseAccounts } from './erasure.ts'
import { askGateways, compareWithGateways } from './gateways.ts'
import { runImports } from './imports.ts'
import { offerJobs } from './offers.ts'
import { moveOrders } from './orders.ts'
import { comparePrices } from './prices.ts'
import { forgetDeletedProducts } from './products.ts'
import { askForReviews } from './reviews.ts'
import { rewriteSealed, sealOrders, sealWallets } from './sealing.ts'
import { endGrace, endPeriods, expireSubscriptionPayments } from './subscriptions.ts'
import type { Tick } from './tick.ts'
import { closeResolvedTickets } from './tickets.ts'
import { forgetUnsoldWords } from './words.ts'

/** Does a share of the work that is due, or all of it. @returns its size if more may be left: the run then calls the job again */
export type Job = (ctx: Ctx, tick: Tick) => Promise<unknown>
export type Jobs = Record<string, Job>

/** Sends all waiting messages at once: a message that failed is due in a later run. */
const sendWaiting: Job = async (ctx, tick) => {
  const sent = await sendOutbox(ctx, tick)
  // If its time ended first, as many messages may still wait as it sent.
  tick.note({ left: tick.hasTime() ? 0 : sent, failed: 0, worked: sent })
}

/**
 * The jobs of each expression, in stages: refunds and payouts before messages. The expressions are those of wrangler.toml, and a test
 * holds the two together.
 */
export const CRON: Record<string, Jobs[]> = {
  [MINUTE_TICK]: [
    {
      ...askGateways,
      reportOpenMovements,
      moveOrders,
      offerJobs,
      expirePayouts,
      expireExpenseCodes,
      expireBookings,
      expireRefundCodes,
      expireSubscriptionPayments,
      endPeriods,
      endGrace,
      runImports,
      runBroadcasts,
      runCopies,
      comparePrices,
      closeIncidentsOver,
      remindOfIncidents,
      reportWaitingRefunds,
      askForReviews,
      holdAskedLaws: checkAskedLaws,
    },
    { sendOutbox: sendWaiting, sendAlerts, purgeAgain },
  ],
  // Backups have runs of their own: D1 allows 1,000 queries in each, and a backup goes on where the last run stopped.
  '*/5 * * * *': [{ takeBackup }, { sendOutbox: sendWaiting }],
  '17 * * * *': [
    {
      hideExpiredProducts,
      forgetOld,
      eraseAccounts,
      expireCopies,
      closeResolvedTickets,
      clearShelves,
      holdLaws: checkLaws,
      watchDatabase,
      watchBackups,
      mailIncidentDigest,
    },
    { removeFiles, sendOutbox: sendWaiting },
  ],
  '23 1 * * *': [
    { ...compareWithGateways, forgetUnsoldWords, forgetDeletedProducts, proveSealed },
    { sendOutbox: sendWaiting },
  ],
  // Slices of the laws, each short, until all is held (docs/money.md, Laws).
  '* 0-3 * * *': [{ holdNightLaws: checkNightLaws }, { sendOutbox: sendWaiting }],
  // A file of orders takes half of the queries that D1 allows in a run.
  '41 * * * *': [{ sealOrders, sealWallets }, { rewriteSealed }, { sendOutbox: sendWaiting }],
}
