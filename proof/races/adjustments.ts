import { call, codeAfter, mustCall } from '#testing/running/call.ts'
import { fillWallet, newPerson, newSellerOnFreePlan } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { countFault, race } from './race.ts'

/** Money that was given to a seller by mistake, and an administrator who takes it back. */
async function mistake(service: RunningService) {
  const seller = await newSellerOnFreePlan(service)
  await fillWallet(service, seller, 'seller', seller.profileId, 5_000)
  const admin = await newPerson(service, 'ADMIN')
  const account = encodeURIComponent(`seller:${seller.profileId}:available`)
  const { transfers } = await mustCall(service, admin, 'GET', `/ledger/accounts/${account}/transfers?currency=USD`)
  return { admin, profileId: seller.profileId, transferId: transfers[0].id as string }
}

/** Money of a blocked account, and the administrator who takes it. */
async function fraud(service: RunningService) {
  const seller = await newSellerOnFreePlan(service)
  await fillWallet(service, seller, 'seller', seller.profileId, 5_000)
  const admin = await newPerson(service, 'ADMIN')
  await mustCall(service, admin, 'POST', `/users/${seller.id}/block`, { reason: 'Fraude avérée' })
  return { admin, path: `/wallet/admin/${seller.profileId}/settle` }
}
const SEIZURE = { currency: 'USD', kind: 'SEIZE', note: 'Fraude avérée' }

async function askedSeizure(service: RunningService) {
  const { admin, path } = await fraud(service)
  let pendingId = ''
  const code = await codeAfter(service, admin.email, async () => {
    pendingId = (await mustCall(service, admin, 'POST', `${path}/request`, SEIZURE)).pendingId
  })
  return { admin, path, pendingId, code }
}

export const adjustmentRaces = [
  race({
    name: 'ledger: one reversal of a transfer',
    guard: 'money',
    operations: ['POST /ledger/adjustments'],
    prepare: mistake,
    send: (service, { admin, transferId }) =>
      call(service, admin, 'POST', '/ledger/adjustments', { transferId, reason: 'Écrit deux fois' }),
    succeed: 1,
    refusals: ['409 ALREADY_EXISTS'],
    check: (service, { transferId }) =>
      countFault(
        service,
        1,
        'reversals',
        `SELECT count(*) AS n FROM transfers WHERE kind = 'transfer:reversed' AND ref = ?`,
        transferId,
      ),
  }),
  race({
    name: 'settlement: a wallet is settled once by its code',
    guard: 'money',
    operations: ['POST /wallet/admin/:sellerProfileId/settle/confirm'],
    prepare: askedSeizure,
    send: (service, { admin, path, pendingId, code }) =>
      call(service, admin, 'POST', `${path}/confirm`, { pendingId, code }),
    succeed: 1,
    refusals: ['429 TOO_MANY_REQUESTS', '409 INVALID_TRANSITION'],
    check: (service, { pendingId }) =>
      countFault(
        service,
        1,
        'settlements',
        `SELECT count(*) AS n FROM transfers WHERE kind = 'wallet:seized' AND ref = ?`,
        pendingId,
      ),
  }),
]
