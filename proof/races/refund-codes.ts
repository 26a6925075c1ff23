import { REFUND_STATES } from '#db/schema/orders/refunds.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { call, codeAfter, movementsOf, mustCall, outside } from '#testing/running/call.ts'
import { payOrder, requestedRefund } from '#testing/running/parcels.ts'
import { memberOfStaff, newPerson } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { askAnew } from './operator.ts'
import { market } from './orders.ts'
import { countFault, race } from './race.ts'

const stage = market
type Market = Awaited<ReturnType<typeof market>>
const reason = 'Colis abîmé'

/** Makes an order of a buyer of its own: one who pays for several at once is refused. */
async function soldOrder(service: RunningService, { offer }: Market) {
  const { orderId } = await payOrder(service, offer)
  return { orderId, seller: offer.seller, admin: await newPerson(service, 'ADMIN') }
}

/** A part of an order that waits for its code. */
async function askedRefund(service: RunningService, on: Market) {
  const { orderId, admin, seller } = await soldOrder(service, on)
  const body = { orderId, amount: '1.00', reason }
  const code = await codeAfter(service, admin.email, () =>
    mustCall(service, admin, 'POST', '/refunds/request-approval', body),
  )
  const [refund] = await service.sql<{ id: string }>('SELECT id FROM refunds WHERE order_id = ?', orderId)
  return { orderId, admin, seller, code, pendingId: refund?.id ?? '' }
}
type Asked = Awaited<ReturnType<typeof askedRefund>>

/** A refund that failed, whose buyer has a verified number beside the one that paid. */
async function failedRefund(service: RunningService, on: Market) {
  const { orderId, admin } = await soldOrder(service, on)
  const refundId = await requestedRefund(service, orderId, 'FAILED')
  const phone = freshPhone('123', '24397')
  await service.sql(
    'UPDATE users SET phone = ?, phone_verified_at = 1 WHERE id = (SELECT o.buyer_id FROM orders o WHERE o.id = ?)',
    phone,
    orderId,
  )
  return { admin, refundId, phone }
}
const retryTo = (service: RunningService, { admin, refundId, phone }: Awaited<ReturnType<typeof failedRefund>>) =>
  call(service, admin, 'POST', `/refunds/${refundId}/retry`, {
    phoneNumber: phone,
    network: 'airtel',
    countryCode: 'CD',
  })

/** Asks to send a refund to another number, and reads the code. */
async function askedNumber(service: RunningService, on: Market) {
  const failed = await failedRefund(service, on)
  let pendingId = ''
  const code = await codeAfter(service, failed.admin.email, async () => {
    const { data } = await retryTo(service, failed)
    pendingId = data.pendingId
    return data
  })
  return { ...failed, pendingId, code }
}

const confirm = (service: RunningService, { admin, pendingId, code }: Pick<Asked, 'admin' | 'pendingId' | 'code'>) =>
  call(service, admin, 'POST', '/refunds/confirm', { pendingId, code })

/** Checks how often its money was taken to be sent. */
const taken = (service: RunningService, { pendingId }: { pendingId: string }, times = 1) =>
  countFault(service, times, 'tries', 'SELECT count(*) AS n FROM gateway_transactions WHERE subject_id = ?', pendingId)

const oneOpen = (service: RunningService, { orderId }: { orderId: string }) =>
  countFault(
    service,
    1,
    'open refunds',
    `SELECT count(*) AS n FROM refunds WHERE order_id = ? AND ${REFUND_STATES.open.inText('status')}`,
    orderId,
  )

export const refundCodeRaces = [
  race({
    name: 'refund by code: confirmed once, the others told to wait',
    guard: 'money',
    operations: ['POST /refunds/confirm'],
    stage,
    prepare: askedRefund,
    send: confirm,
    succeed: 1,
    refusals: ['429 TOO_MANY_REQUESTS', '409 INVALID_TRANSITION'],
    check: (service, asked) => taken(service, asked),
  }),
  race({
    name: 'refund to another number: confirmed, or sent again to its own, once',
    guard: 'money',
    operations: ['POST /refunds/confirm', 'POST /refunds/:id/retry'],
    stage,
    prepare: askedNumber,
    send: (service, { admin, refundId, ...asked }, i) =>
      i % 2 === 0
        ? confirm(service, { ...asked, admin })
        : call(service, admin, 'POST', `/refunds/${refundId}/retry`, {}),
    succeed: 1,
    refusals: ['429 TOO_MANY_REQUESTS', '409 INVALID_TRANSITION', '409 ALREADY_EXISTS'],
    check: (service, { refundId }) => taken(service, { pendingId: refundId }),
  }),
  race({
    name: 'refund by code: approved by who is ADMIN still, or not at all',
    guard: 'leaving',
    operations: ['POST /refunds/confirm', 'POST /users/:id/role'],
    stage,
    prepare: async (service, on: Market) => ({
      ...(await askedRefund(service, on)),
      other: await newPerson(service, 'ADMIN'),
    }),
    send: (service, { other, ...asked }, i) =>
      i % 2 === 0
        ? confirm(service, asked)
        : call(service, other, 'POST', `/users/${asked.admin.id}/role`, { role: 'SUPPORT' }),
    succeed: { least: 1, most: 2 },
    refusals: ['429 TOO_MANY_REQUESTS', '409 INVALID_TRANSITION', '401 TOKEN_EXPIRED', '403 FORBIDDEN'],
    check: oneOpen,
  }),
  race({
    name: 'refund by code: sent, rejected or sent directly',
    guard: 'decision',
    operations: ['POST /refunds/confirm', 'POST /refunds/:id/reject', 'POST /orders/admin/:id/refund'],
    stage,
    prepare: async (service, on: Market) => ({
      ...(await askedRefund(service, on)),
      other: await memberOfStaff(service, 'ADMIN'),
    }),
    send: (service, { other, ...asked }, i) => {
      if (i % 3 === 0) return confirm(service, asked)
      if (i % 3 === 1) return call(service, other, 'POST', `/refunds/${asked.pendingId}/reject`, { reason })
      return call(service, other, 'POST', `/orders/admin/${asked.orderId}/refund`)
    },
    // A rejected one leaves the order to the direct refund.
    succeed: { least: 1, most: 2 },
    refusals: ['429 TOO_MANY_REQUESTS', '409 INVALID_TRANSITION', '409 ALREADY_EXISTS'],
    check: oneOpen,
  }),
  race({
    name: 'refund: check-status books a silent success once',
    guard: 'money',
    operations: ['POST /refunds/:id/check-status'],
    stage,
    prepare: async (service, on: Market) => {
      const asked = await askedRefund(service, on)
      await mustCall(service, asked.admin, 'POST', '/refunds/confirm', {
        pendingId: asked.pendingId,
        code: asked.code,
      })
      const [tx] = await service.sql<{ phone: string }>(
        'SELECT phone FROM gateway_transactions WHERE subject_id = ?',
        asked.pendingId,
      )
      const [movement] = (await movementsOf(service, tx?.phone ?? '')).filter(({ kind }) => kind === 'payout')
      if (!movement) throw new Error('nothing was sent')
      await outside(service, 'POST', `/movements/${movement.id}/approve`, { faults: ['silent'] })
      await askAnew(service, tx?.phone ?? '')
      return asked
    },
    send: (service, { admin, pendingId }) => call(service, admin, 'POST', `/refunds/${pendingId}/check-status`),
    succeed: 'all',
    refusals: [],
    check: (service, { pendingId }) =>
      countFault(
        service,
        1,
        'bookings',
        `SELECT count(*) AS n FROM transfers t JOIN gateway_transactions g ON g.id = t.ref
         WHERE t.kind = 'refund:done' AND g.subject_id = ?`,
        pendingId,
      ),
  }),
]
