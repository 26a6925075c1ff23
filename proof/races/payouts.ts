import { call, codeAfter, codesTo, movementsOf, must, otherThan } from '../running/call.ts'
import { freshPhone, letResend, newPerson } from '../running/town.ts'
import type { World } from '../running/world.ts'
import { sentOnce, silentEnd, WRONG } from './operator.ts'
import { mustCount, race } from './race.ts'

const payoutTo = (phoneNumber: string) => ({
  amount: '20.50',
  currency: 'USD',
  phoneNumber,
  provider: 'VODACOM_MPESA_COD',
  country: 'COD',
  reason: 'Remboursement de frais',
})

/** A payout that waits for its code. */
async function pendingPayout(world: World) {
  const admin = await newPerson(world, 'ADMIN')
  const phone = freshPhone()
  let pendingId = ''
  const code = await codeAfter(world, admin.email, async () => {
    pendingId = (await must(world, admin, 'POST', '/payouts/request-approval', payoutTo(phone))).pendingId
  })
  return { admin, phone, pendingId, code }
}
type Pending = Awaited<ReturnType<typeof pendingPayout>>

const confirm = (world: World, { admin, pendingId, code }: Pending) =>
  call(world, admin, 'POST', '/gatewayA/payouts/confirm', { pendingId, code })

const approvalRace = (path: string) =>
  race({
    name: `${path}: one pending payout a minute`,
    operations: [`POST ${path}`],
    prepare: async (world) => ({ admin: await newPerson(world, 'ADMIN'), json: payoutTo(freshPhone()) }),
    send: (world, { admin, json }) => call(world, admin, 'POST', path, json),
    succeed: 1,
    // The operator is asked what it offers first, and under such a load may not answer in time.
    refusals: ['429 TOO_MANY_REQUESTS', '409 INVALID_TRANSITION', '503 GATEWAY_UNAVAILABLE'],
    check: (world, { admin }) =>
      mustCount(
        world,
        1,
        'payouts that wait',
        `SELECT count(*) AS n FROM payouts WHERE requested_by = ? AND status = 'AWAITING_CODE'`,
        admin.id,
      ),
  })

const resendRace = (path: string) =>
  race({
    name: `${path}: one code a minute`,
    operations: [`POST ${path}`],
    prepare: async (world) => {
      const pending = await pendingPayout(world)
      await letResend(world, pending.admin)
      return { ...pending, known: (await codesTo(world, pending.admin.email)).length }
    },
    send: (world, { admin, pendingId }) => call(world, admin, 'POST', path, { pendingId }),
    succeed: 1,
    refusals: ['429 TOO_MANY_REQUESTS', '409 INVALID_TRANSITION'],
    check: async (world, { admin, known }) => {
      const sent = (await codesTo(world, admin.email)).length - known
      return sent > 1 && `${sent} codes were sent`
    },
  })

/** A payout that the operator has, and that waits on a phone. */
export async function sentPayout(world: World) {
  const pending = await pendingPayout(world)
  await confirm(world, pending)
  return pending
}

export const payoutRaces = [
  ...['/payouts/request-approval', '/gatewayA/payouts/request-approval'].map(approvalRace),
  ...['/payouts/resend-code', '/gatewayA/payouts/resend-code'].map(resendRace),
  race({
    name: 'admin payout: confirmed once, the others told to wait',
    operations: ['POST /gatewayA/payouts/confirm'],
    prepare: pendingPayout,
    send: confirm,
    succeed: 1,
    refusals: ['429 TOO_MANY_REQUESTS', '409 INVALID_TRANSITION'],
    check: sentOnce,
  }),
  race({
    name: 'admin payout: five guesses, however many at once',
    operations: ['POST /gatewayA/payouts/confirm'],
    prepare: pendingPayout,
    send: (world, pending) => confirm(world, { ...pending, code: otherThan(pending.code) }),
    succeed: 0,
    refusals: [...WRONG, '410 GONE'],
  }),
  race({
    name: 'admin payout: confirm against cancel',
    operations: ['POST /gatewayA/payouts/confirm', 'POST /gatewayA/payouts/:payoutId/cancel'],
    prepare: pendingPayout,
    send: (world, pending, i) =>
      i % 2 === 0
        ? confirm(world, pending)
        : call(world, pending.admin, 'POST', `/gatewayA/payouts/${pending.pendingId}/cancel`, {}),
    succeed: 1,
    refusals: ['429 TOO_MANY_REQUESTS', '409 INVALID_TRANSITION'],
    check: async (world, { phone }) => {
      const made = await movementsOf(world, phone)
      return made.length > 1 && `${made.length} movements at the operator`
    },
  }),
  race({
    name: 'admin payout: check-status books a silent success once',
    operations: ['POST /gatewayA/payouts/:payoutId/check-status'],
    prepare: async (world) => {
      const pending = await sentPayout(world)
      await silentEnd(world, pending.phone)
      return pending
    },
    send: (world, { admin, pendingId }) => call(world, admin, 'POST', `/gatewayA/payouts/${pendingId}/check-status`),
    succeed: 'all',
    refusals: [],
    check: (world, { pendingId }) =>
      mustCount(
        world,
        1,
        'bookings',
        `SELECT count(*) AS n FROM transfers WHERE kind = 'payout:done' AND ref = ?`,
        pendingId,
      ),
  }),
]
