import { chargeBody, freshPhone } from '#testing/fixtures/inputs.ts'
import { call, codeAfter, movementsOf, mustCall } from '#testing/running/call.ts'
import { approve } from '#testing/running/parcels.ts'
import { newPerson } from '#testing/running/people.ts'
import { askedByTwo, askedDecision, typeCode } from '#testing/running/resolutions.ts'
import type { RunningService } from '#testing/running/start.ts'
import { sentOnce, silentEnd } from './operator.ts'
import { countFault, race } from './race.ts'

const payoutTo = (phoneNumber: string) => ({
  amount: '20.50',
  currency: 'USD',
  phoneNumber,
  provider: 'VODACOM_MPESA_COD',
  country: 'COD',
  reason: 'Remboursement de frais',
})

/** A payout that waits for its code. */
async function pendingPayout(service: RunningService) {
  const admin = await newPerson(service, 'ADMIN')
  const phone = freshPhone()
  let pendingId = ''
  const code = await codeAfter(service, admin.email, async () => {
    pendingId = (await mustCall(service, admin, 'POST', '/payouts/request-approval', payoutTo(phone))).pendingId
  })
  return { admin, phone, pendingId, code }
}
type Pending = Awaited<ReturnType<typeof pendingPayout>>

const confirm = (service: RunningService, { admin, pendingId, code }: Pending) =>
  call(service, admin, 'POST', '/gatewayA/payouts/confirm', { pendingId, code })

/** A payout that the operator has, and that waits on a phone. */
export async function sentPayout(service: RunningService) {
  const pending = await pendingPayout(service)
  await confirm(service, pending)
  return pending
}

export const payoutRaces = [
  race({
    name: 'admin payout: confirmed once, the others told to wait',
    guard: 'money',
    operations: ['POST /gatewayA/payouts/confirm'],
    prepare: pendingPayout,
    send: confirm,
    succeed: 1,
    refusals: ['429 TOO_MANY_REQUESTS', '409 INVALID_TRANSITION'],
    check: sentOnce,
  }),
  race({
    name: 'admin payout: confirm against cancel',
    guard: 'decision',
    operations: ['POST /gatewayA/payouts/confirm', 'POST /gatewayA/payouts/:payoutId/cancel'],
    prepare: pendingPayout,
    send: (service, pending, i) =>
      i % 2 === 0
        ? confirm(service, pending)
        : call(service, pending.admin, 'POST', `/gatewayA/payouts/${pending.pendingId}/cancel`, {}),
    succeed: 1,
    refusals: ['429 TOO_MANY_REQUESTS', '409 INVALID_TRANSITION'],
    check: async (service, { phone }) => {
      const made = await movementsOf(service, phone)
      return made.length > 1 && `${made.length} movements at the operator`
    },
  }),
  race({
    name: 'admin payout: a decision is booked once, whoever makes it',
    guard: 'money',
    operations: ['POST /gatewayA/payouts/:payoutId/resolve'],
    prepare: async (service) => {
      const { pendingId, admin } = await sentPayout(service)
      const path = `/gatewayA/payouts/${pendingId}/resolve`
      const [tx] = await service.sql<{ id: string }>(
        'SELECT id FROM gateway_transactions WHERE subject_id = ?',
        pendingId,
      )
      const admins = [admin, await newPerson(service, 'ADMIN')] as [typeof admin, typeof admin]
      return { pendingId, path, asked: await askedByTwo(service, admins, path, tx?.id ?? '') }
    },
    send: (service, { path, asked }, i) => typeCode(service, path, asked[i % 2 === 0 ? 0 : 1]),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION', '429 TOO_MANY_REQUESTS'],
    check: (service, { pendingId }) =>
      countFault(
        service,
        1,
        'bookings',
        `SELECT count(*) AS n FROM transfers WHERE kind IN ('payout:done', 'payout:released') AND ref = ?`,
        pendingId,
      ),
  }),
  race({
    name: 'a movement of gateway B: decided by hand beside the callback that says so, it is booked once',
    guard: 'money',
    operations: ['POST /gatewayB/transactions/:id/resolve'],
    prepare: async (service) => {
      const admin = await newPerson(service, 'ADMIN')
      const wanted = chargeBody({ phoneNumber: freshPhone() })
      const { orderId } = await mustCall(service, admin, 'POST', '/gatewayB/payin', wanted)
      const [tx] = await service.sql<{ id: string }>('SELECT id FROM gateway_transactions WHERE reference = ?', orderId)
      const id = tx?.id ?? ''
      const path = `/gatewayB/transactions/${id}/resolve`
      const asked = await askedDecision(service, admin, path, id, 'succeeded')
      return { id, path, asked, phone: String(wanted.phoneNumber) }
    },
    send: async (service, { path, asked, phone }, i) => {
      if (i === 0) await approve(service, phone)
      return typeCode(service, path, asked)
    },
    succeed: { least: 0, most: 1 },
    refusals: ['409 INVALID_TRANSITION', '429 TOO_MANY_REQUESTS'],
    check: (service, { id }) =>
      countFault(
        service,
        1,
        'bookings',
        `SELECT count(*) AS n FROM transfers WHERE kind = 'charge:paid' AND ref = ?`,
        id,
      ),
  }),
  race({
    name: 'admin payout: check-status books a silent success once',
    guard: 'money',
    operations: ['POST /gatewayA/payouts/:payoutId/check-status'],
    prepare: async (service) => {
      const pending = await sentPayout(service)
      await silentEnd(service, pending.phone)
      return pending
    },
    send: (service, { admin, pendingId }) =>
      call(service, admin, 'POST', `/gatewayA/payouts/${pendingId}/check-status`),
    succeed: 'all',
    refusals: [],
    check: (service, { pendingId }) =>
      countFault(
        service,
        1,
        'bookings',
        `SELECT count(*) AS n FROM transfers WHERE kind = 'payout:done' AND ref = ?`,
        pendingId,
      ),
  }),
]
