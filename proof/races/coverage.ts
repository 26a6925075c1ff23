import { routesOf } from '#http/route-table.ts'
import { app } from '#src/app.ts'
import { GUARDS, type Guard } from './race.ts'
import { RACES } from './table.ts'

/** Operations that may take, send, book or give back money, or say when it is earned. */
const NEAR_MONEY =
  /^\w+ \/(orders|refunds|payouts?|wallet|riders\/me\/payout|gateway[AB]|ledger|expenses|subscriptions|incidents\/:id\/resolve|deliveries\/:id\/(deliver|fail|lost))\b/

/** Operations beside money that move none of it. */
const MOVES_NOTHING: Record<string, string> = {
  'POST /orders/:id/prepare': 'a step of the seller',
  'POST /orders/:id/handover': 'the seller is paid when the buyer confirms the receipt',
  'POST /orders/:id/reorder': 'fills a cart',
  'POST /orders/:id/messages': 'a message',
  'POST /orders/:id/messages/attachments': 'a picture',
  'POST /orders/:id/messages/read': 'a mark',
  'POST /orders/admin/:id/notes': 'a note',
  'POST /refunds/request-approval': 'asks for a code',
  'POST /refunds/resend-code': 'asks for a code',
  'POST /payout/otp': 'asks for a code',
  'POST /wallet/payout/otp': 'asks for a code',
  'POST /payouts/request-approval': 'asks for a code',
  'POST /payouts/resend-code': 'asks for a code',
  'POST /gatewayA/payouts/request-approval': 'asks for a code',
  'POST /gatewayA/payouts/resend-code': 'asks for a code',
  'POST /wallet/admin/:sellerProfileId/settle/request': 'asks for a code',
  'POST /ledger/bookings/request': 'asks for a code',
  'POST /expenses/:id/approve/request': 'asks for a code',
  'POST /expenses/:id/approve/resend': 'asks for a code',
  'POST /wallet/settings/payout-number/request': 'names a number',
  'POST /wallet/settings/payout-number/confirm': 'names a number',
  'PUT /wallet/settings/platform': 'sets limits',
  'POST /wallet/admin/:sellerProfileId/freeze': 'holds what is there',
  'POST /wallet/admin/:sellerProfileId/unfreeze': 'holds it no longer',
  'POST /gatewayA/predict-provider': 'reads only',
  'POST /gatewayA/callbacks/refunds': 'nothing is refunded through gateway A yet, so no such movement is ours',
  'POST /ledger/checks/run': 'reads only',
  'POST /expenses': 'waits for its approval',
  'PUT /expenses/:id': 'waits for its approval',
  'POST /subscriptions/me/cancel': 'says that it is not renewed',
  'POST /subscriptions/me/reactivate': 'says that it is renewed',
}

/** Whatever is wrong with the table of races: each kind of guard and each operation that moves money needs one. */
export function coverageGaps(): string[] {
  const operations = routesOf(app)
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`)
  const raced = new Set(RACES.flatMap((race) => race.operations))
  const named = [...raced, ...Object.keys(MOVES_NOTHING)]
  const guards = new Set(RACES.map(({ guard }) => guard))
  return [
    ...operations
      .filter((name) => NEAR_MONEY.test(name) && !named.includes(name))
      .map((name) => `${name} moves money and has no race`),
    ...named.filter((name) => !operations.includes(name)).map((name) => `${name} is no operation`),
    ...Object.keys(MOVES_NOTHING)
      .filter((name) => raced.has(name))
      .map((name) => `${name} has a race and is said to move nothing`),
    ...(Object.keys(GUARDS) as Guard[])
      .filter((guard) => !guards.has(guard))
      .map((guard) => `no race tries whether ${GUARDS[guard]}`),
  ]
}
