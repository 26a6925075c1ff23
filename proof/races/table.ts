import { accountRaces } from './accounts.ts'
import { adjustmentRaces } from './adjustments.ts'
import { assignmentRaces } from './assignments.ts'
import { bookingRaces } from './bookings.ts'
import { catalogueRaces } from './catalogue.ts'
import { checkoutRaces } from './checkouts.ts'
import { deliveryRaces } from './deliveries.ts'
import { expenseRaces } from './expenses.ts'
import { handoverRaces } from './handovers.ts'
import { incidentRaces } from './incidents.ts'
import { notificationRaces } from './notifications.ts'
import { orderRaces } from './orders.ts'
import { passkeyRaces } from './passkeys.ts'
import { payinRaces } from './payins.ts'
import { payoutRaces } from './payouts.ts'
import { productRaces } from './products.ts'
import type { AnyRace } from './race.ts'
import { refundCodeRaces } from './refund-codes.ts'
import { refundRaces } from './refunds.ts'
import { reviewRaces } from './reviews.ts'
import { sellerRaces } from './sellers.ts'
import { shopRaces } from './shops.ts'
import { stockRaces } from './stock.ts'
import { withdrawalRaces } from './withdrawals.ts'

/** Every race there is. */
export const RACES: AnyRace[] = [
  ...orderRaces,
  ...checkoutRaces,
  ...refundRaces,
  ...incidentRaces,
  ...refundCodeRaces,
  ...handoverRaces,
  ...reviewRaces,
  ...deliveryRaces,
  ...assignmentRaces,
  ...catalogueRaces,
  ...stockRaces,
  ...productRaces,
  ...sellerRaces,
  ...shopRaces,
  ...withdrawalRaces,
  ...payoutRaces,
  ...expenseRaces,
  ...bookingRaces,
  ...adjustmentRaces,
  ...payinRaces,
  ...accountRaces,
  ...passkeyRaces,
  ...notificationRaces,
]
