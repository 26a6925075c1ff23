import { accountRaces } from './accounts.ts'
import { adjustmentRaces } from './adjustments.ts'
import { assignmentRaces } from './assignments.ts'
import { blogNotRaced, blogRaces } from './blog.ts'
import { bookingRaces } from './bookings.ts'
import { cartRaces, cartsNotRaced } from './carts.ts'
import { catalogueRaces } from './catalogue.ts'
import { checkoutRaces } from './checkouts.ts'
import { deliveryRaces } from './deliveries.ts'
import { expenseRaces, expensesNotRaced } from './expenses.ts'
import { favoriteRaces, favoritesNotRaced } from './favorites.ts'
import { googleRaces, sessionRaces } from './google.ts'
import { handoverRaces } from './handovers.ts'
import { importRaces } from './imports.ts'
import { incidentRaces } from './incidents.ts'
import { kycRaces } from './kyc.ts'
import { messageRaces } from './messages.ts'
import { notificationRaces } from './notifications.ts'
import { orderRaces } from './orders.ts'
import { ownershipNotRaced, ownershipRaces } from './ownership.ts'
import { passkeyRaces, passkeysNotRaced } from './passkeys.ts'
import { payinRaces } from './payins.ts'
import { payoutRaces } from './payouts.ts'
import { peopleNotRaced, peopleRaces } from './people.ts'
import { productRaces, productsNotRaced } from './products.ts'
import type { AnyRace } from './race.ts'
import { rateRaces, ratesNotRaced } from './rates.ts'
import { recoveryRaces } from './recoveries.ts'
import { refundCodeRaces } from './refund-codes.ts'
import { refundRaces } from './refunds.ts'
import { reportRaces } from './reports.ts'
import { sellerRaces, sellersNotRaced } from './sellers.ts'
import { shopRaces, shopsNotRaced } from './shops.ts'
import { stockNotRaced, stockRaces } from './stock.ts'
import { ticketRaces } from './tickets.ts'
import { totpNotRaced, totpRaces } from './totp.ts'
import { wayInRaces } from './ways-in.ts'
import { withdrawalRaces } from './withdrawals.ts'
import { zoneRaces } from './zones.ts'

/** Every race there is. */
export const RACES: AnyRace[] = [
  ...orderRaces,
  ...cartRaces,
  ...messageRaces,
  ...checkoutRaces,
  ...refundRaces,
  ...incidentRaces,
  ...refundCodeRaces,
  ...ticketRaces,
  ...handoverRaces,
  ...deliveryRaces,
  ...assignmentRaces,
  ...zoneRaces,
  ...catalogueRaces,
  ...stockRaces,
  ...productRaces,
  ...favoriteRaces,
  ...rateRaces,
  ...sellerRaces,
  ...kycRaces,
  ...shopRaces,
  ...reportRaces,
  ...importRaces,
  ...withdrawalRaces,
  ...payoutRaces,
  ...expenseRaces,
  ...bookingRaces,
  ...adjustmentRaces,
  ...payinRaces,
  ...accountRaces,
  ...sessionRaces,
  ...googleRaces,
  ...wayInRaces,
  ...recoveryRaces,
  ...passkeyRaces,
  ...totpRaces,
  ...peopleRaces,
  ...ownershipRaces,
  ...blogRaces,
  ...notificationRaces,
]

/** Operations that change something and have no race, each with its reason. */
export const NOT_RACED: Record<string, string> = {
  ...cartsNotRaced,
  ...expensesNotRaced,
  ...stockNotRaced,
  ...favoritesNotRaced,
  ...ratesNotRaced,
  ...passkeysNotRaced,
  ...ownershipNotRaced,
  ...totpNotRaced,
  ...peopleNotRaced,
  ...blogNotRaced,
  ...productsNotRaced,
  ...sellersNotRaced,
  'PUT /wallet/settings/platform':
    'the last word holds, and a guard keeps the minimum below the maximum (test/office/platform/settings)',
  ...shopsNotRaced,
  'POST /plans': 'each makes a plan of its own; names may repeat',
  'PUT /products/categories/:id': 'the last edit holds; a name is kept unique by the key that POST races for',
  'POST /riders/me/availability': 'the last word holds; BUSY is worked out from the jobs, which are raced for',
  'POST /riders/me/location': 'the last position holds',
  'POST /gatewayA/callbacks/refunds': 'nothing is refunded through gateway A yet, so no such movement is ours',
  'POST /ledger/checks/run': 'reads only',
  'POST /gatewayA/predict-provider': 'changes nothing but its count of tries, which a statement writes',
  'POST /orders/admin/:id/notes': 'each note is a row of its own, and counts nothing',
}
