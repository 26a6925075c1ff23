import { call, mustCall } from '../running/call.ts'
import { fillWallet, newPerson, newSellerOnFreePlan } from '../running/people.ts'
import type { RunningService } from '../running/start.ts'
import { countFault, race } from './race.ts'

/** What was given to a seller by mistake, and an administrator who takes it back. */
async function mistake(service: RunningService) {
  const seller = await newSellerOnFreePlan(service)
  await fillWallet(service, seller, 'seller', seller.profileId, 5_000)
  const admin = await newPerson(service, 'ADMIN')
  const account = encodeURIComponent(`seller:${seller.profileId}:available`)
  const { transfers } = await mustCall(service, admin, 'GET', `/ledger/accounts/${account}/transfers?currency=USD`)
  return { admin, profileId: seller.profileId, transferId: transfers[0].id as string }
}

const actsFault = (service: RunningService, action: string, id: string) =>
  countFault(service, 1, 'acts', 'SELECT count(*) AS n FROM audit WHERE action = ? AND target_id = ?', action, id)

export const adjustmentRaces = [
  race({
    name: 'ledger: one reversal of a transfer',
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
    name: 'wallet: frozen once, and its owner told once',
    operations: ['POST /wallet/admin/:sellerProfileId/freeze'],
    prepare: mistake,
    send: (service, { admin, profileId }) =>
      call(service, admin, 'POST', `/wallet/admin/${profileId}/freeze`, { reason: 'Plainte en cours' }),
    succeed: 'all',
    refusals: [],
    check: (service, { profileId }) => actsFault(service, 'wallet.freeze', profileId),
  }),
  race({
    name: 'wallet: unfrozen once',
    operations: ['POST /wallet/admin/:sellerProfileId/unfreeze'],
    async prepare(service) {
      const { admin, profileId } = await mistake(service)
      await mustCall(service, admin, 'POST', `/wallet/admin/${profileId}/freeze`, { reason: 'Plainte en cours' })
      return { admin, profileId }
    },
    send: (service, { admin, profileId }) => call(service, admin, 'POST', `/wallet/admin/${profileId}/unfreeze`, {}),
    succeed: 'all',
    refusals: [],
    check: (service, { profileId }) => actsFault(service, 'wallet.unfreeze', profileId),
  }),
]
