import { describe, expect, it } from 'vitest'
import { type Caller, call, type Person } from '#testing/api.ts'
import { all } from '#testing/fixtures/database.ts'
import { newMarket, orderRow, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideAtOnce, decideByHand } from '#testing/fixtures/resolutions.ts'
import {
  askedRefund,
  changesOf,
  ends,
  escrowOf,
  expectUnknownIs404,
  ok,
  readRefund,
  refundByCode,
} from '#testing/stories/books.ts'
import { incidents } from '#testing/stories/money.ts'

// Rule: POST /refunds/:id/resolve {outcome, note 1-500} by an ADMIN, for a refund whose gateway gives no answer: succeeded and
// failed from any non-final state or review; lateSuccess (a failed one that had succeeded after all) and reversed (a succeeded
// one taken back) from a final one, each with transfers of its own, once. The same outcome again is 409.
//
// Silent: the state of a refund that was reversed, and to whom its money comes (only that the gateway has it no more, and that
// nothing is lost); whether one that waits for its code counts as non-final (only that nothing is sent or moved).

const NOTE = 'Vu sur le relevé de l’opérateur.'
const resolve = (as: Caller, id: string, outcome: string, note: string | undefined = NOTE) =>
  decideByHand(as, `/refunds/${id}/resolve`, { outcome, note })

/** A refund of 5.00 that was sent and of which nobody hears. */
async function silent(admin: Person) {
  const order = await paidOrder(await newMarket())
  const id = await refundByCode(admin, { orderId: order.id, amount: '5.00' })
  expect((await readRefund(admin, id)).status).toBe('PROCESSING')
  return { id, order, phone: order.payerPhoneNumber as string }
}

describe('a refund of which nobody hears', () => {
  it('is ended as succeeded, once for 50 decisions at once', async () => {
    const admin = await signUp('ADMIN')
    const { id, order } = await silent(admin)
    const changes = await changesOf(async () =>
      expect(await decideAtOnce(admin, `/refunds/${id}/resolve`, { outcome: 'succeeded', note: NOTE }, 50)).toEqual({
        taken: 1,
        refused: 49,
      }),
    )
    expect(changes).toEqual({ 'refunds:inFlight': -500, 'gatewayB:clearing': 500 })
    expect((await readRefund(admin, id)).status).toBe('SUCCEEDED')
    expect(await orderRow(order.id)).toMatchObject({ paymentStatus: 'PARTIALLY_REFUNDED' })
    expect((await resolve(admin, id, 'succeeded')).status).toBe(409)
  })

  it('is ended as failed: the money is where it was, and nothing is sent again before its operator says so', async () => {
    const admin = await signUp('ADMIN')
    const { id, order, phone } = await silent(admin)
    const changes = await changesOf(async () => ok(await resolve(admin, id, 'failed')))
    expect(changes).toEqual({ 'refunds:inFlight': -500, [escrowOf(order)]: 500 })
    expect((await readRefund(admin, id)).status).toBe('FAILED')
    expect((await resolve(admin, id, 'failed')).status).toBe(409)
    const again = () => call(admin, 'POST', `/refunds/${id}/retry`)
    expect((await again()).status).toBe(409)
    await ends(phone, 'refuse')
    expect((await again()).status).toBe(200)
  })
})

describe('a refund that failed', () => {
  it('that had arrived after all is taken from where its money lies, once', async () => {
    const admin = await signUp('ADMIN')
    const { id, order, phone } = await silent(admin)
    await ends(phone, 'refuse')
    expect((await readRefund(admin, id)).status).toBe('FAILED')
    const changes = await changesOf(async () =>
      expect(await decideAtOnce(admin, `/refunds/${id}/resolve`, { outcome: 'lateSuccess', note: NOTE }, 10)).toEqual({
        taken: 1,
        refused: 9,
      }),
    )
    expect(changes).toEqual({ [escrowOf(order)]: -500, 'gatewayB:clearing': 500 })
    expect((await readRefund(admin, id)).status).toBe('SUCCEEDED')
    expect((await call(admin, 'POST', `/refunds/${id}/retry`)).status).toBe(409)
  })
})

describe('a refund that succeeded', () => {
  it('that was taken back is booked as taken back once, and nothing is lost', async () => {
    const admin = await signUp('ADMIN')
    const { id, phone } = await silent(admin)
    await ends(phone, 'approve')
    expect((await readRefund(admin, id)).status).toBe('SUCCEEDED')
    const changes = await changesOf(async () =>
      expect(await decideAtOnce(admin, `/refunds/${id}/resolve`, { outcome: 'reversed', note: NOTE }, 10)).toEqual({
        taken: 1,
        refused: 9,
      }),
    )
    const { 'gatewayB:clearing': clearing, ...others } = changes
    expect(clearing).toBe(-500)
    expect(Object.values(others).reduce((sum, change) => sum + change, 0)).toBe(500)
  })

  it('takes no other decision', async () => {
    const admin = await signUp('ADMIN')
    const { id, phone } = await silent(admin)
    for (const outcome of ['lateSuccess', 'reversed']) expect((await resolve(admin, id, outcome)).status).toBe(409)
    await ends(phone, 'approve')
    const changes = await changesOf(async () => {
      for (const outcome of ['succeeded', 'failed', 'lateSuccess'])
        expect((await resolve(admin, id, outcome)).status, outcome).toBe(409)
    })
    expect(changes).toEqual({})
  })
})

describe('a decision', () => {
  it('moves nothing of a refund that was never sent', async () => {
    const admin = await signUp('ADMIN')
    const order = await paidOrder(await newMarket())
    const { id } = await askedRefund(admin, { orderId: order.id })
    const changes = await changesOf(async () => {
      for (const outcome of ['succeeded', 'lateSuccess', 'reversed'])
        expect((await resolve(admin, id, outcome)).status, outcome).toBe(409)
    })
    expect(changes).toEqual({})
  })

  it('is one of four, with a note of at most 500 characters, by an ADMIN, and it is written down', async () => {
    const admin = await signUp('ADMIN')
    const { id } = await silent(admin)
    expect((await resolve(admin, id, 'perhaps')).status).toBe(400)
    expect((await resolve(admin, id, 'failed', '')).status).toBe(400)
    expect((await resolve(admin, id, 'failed', 'x'.repeat(501))).status).toBe(400)
    for (const role of ['ACCOUNTANT', 'SUPPORT', 'BUYER'] as const)
      expect((await resolve(await signUp(role), id, 'failed')).status, role).toBe(403)
    ok(await resolve(admin, id, 'failed', 'x'.repeat(500)))
    const written = await all<{ details: string }>(
      'SELECT details FROM audit WHERE actor_id = ? AND target_id = ?',
      ...[admin.id, id],
    )
    expect(written.some(({ details }) => details.includes('failed'))).toBe(true)
    await expectUnknownIs404(admin, 'POST', (one) => `/refunds/${one}/resolve`, { outcome: 'failed', note: NOTE })
    expect(await incidents(id)).toBe(2)
  })
})
