import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#kernel/time.ts'
import { call, type Person } from '#testing/api.ts'
import { all, count, first, run } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { codeUnder } from '#testing/fixtures/mails.ts'
import { newMarket, orderRow, postOrder } from '#testing/fixtures/orders.ts'
import { ageSessions, signUp } from '#testing/fixtures/people.ts'
import { decideByHand, leaveOpen, RESOLUTION_SUBJECT, tellSilent } from '#testing/fixtures/resolutions.ts'
import { approve, clearFaults, refuse, setFault, until } from '#testing/sandbox.ts'
import { tickAt } from '#testing/stories/money.ts'

// By hand is decided only what a gateway leaves open, with an incident about it, proof of the owner and an approval code.

afterEach(() => clearFaults())

const note = 'Vu sur le relevé.'
const movementOf = (subjectId: string) =>
  first<{ id: string; status: string; decided_at: number | null; agreed_at: number | null }>(
    'SELECT * FROM gateway_transactions WHERE subject_id = ?',
    subjectId,
  )
const pathOf = async (subjectId: string) => `/gatewayB/transactions/${(await movementOf(subjectId))?.id}/resolve`
const incidentsOf = (id: string) =>
  all<{ ref: string; status: string }>(
    "SELECT ref, status FROM incidents WHERE ref LIKE '%' || ? || '%' ORDER BY ref",
    id,
  )

/** An order that nobody has approved yet. */
async function unpaid() {
  const phone = freshPhone()
  const market = await newMarket()
  const { data } = await postOrder(market, { payerPhoneNumber: phone })
  return { id: data.id as string, market, phone, path: await pathOf(data.id) }
}

/** The first step, with its code. */
async function asked(admin: Person, path: string, input: object) {
  let pendingId = ''
  const code = await codeUnder(admin.email, RESOLUTION_SUBJECT, async () => {
    const answer = await call(admin, 'POST', path, input)
    expect([answer.status, answer.error]).toEqual([200, undefined])
    pendingId = answer.data.pendingId
  })
  return { pendingId, code }
}

describe('a decision by hand', () => {
  it('the gateway contradicts it: 409 GATEWAY_DISAGREES, and its clear answer is applied', async () => {
    const admin = await signUp('ADMIN')
    const { id, phone, path } = await unpaid()
    await refuse(phone)
    await until(async () => (await movementOf(id))?.status === 'failed')
    const late = await call(admin, 'POST', path, { outcome: 'lateSuccess', note })
    expect([late.status, late.error?.reason]).toEqual([409, 'GATEWAY_DISAGREES'])
    expect(late.error?.message).toContain('échoué')

    const other = await unpaid()
    await setFault({ gateway: 'B', fault: 'silent', times: 1 })
    await approve(other.phone)
    await run(
      `UPDATE gateway_transactions SET status = 'pending' WHERE subject_id = ? AND status = 'pending'`,
      other.id,
    )
    const failed = await call(admin, 'POST', other.path, { outcome: 'failed', note })
    expect(failed.status).toBe(409)
    expect(await orderRow(other.id)).toMatchObject({ paymentStatus: 'PAID' })
  })

  it('an attempt that is only pending at its gateway is decided with an incident, a proof and a code; people are told, and the gateway is asked', async () => {
    const admin = await signUp('ADMIN')
    const { id, phone, path } = await unpaid()
    const early = await call(admin, 'POST', path, { outcome: 'succeeded', note })
    expect([early.status, early.error?.reason]).toEqual([409, 'INVALID_TRANSITION'])
    expect(early.error?.message).toContain('incident')
    const tx = await movementOf(id)
    await tellSilent(tx?.id ?? '')
    await ageSessions(admin.id)
    const unproved = await call(admin, 'POST', path, { outcome: 'succeeded', note })
    expect([unproved.status, unproved.error?.reason]).toEqual([403, 'REAUTH_REQUIRED'])
    await run('UPDATE sessions SET proven_at = ? WHERE user_id = ?', Date.now(), admin.id)

    const { pendingId, code } = await asked(admin, path, { outcome: 'succeeded', note })
    expect(await orderRow(id)).toMatchObject({ status: 'PENDING_PAYMENT' })
    const wrong = await call(admin, 'POST', path, { pendingId, code: code === '000000' ? '000001' : '000000' })
    expect(wrong.error?.reason).toBe('INVALID_VERIFICATION_CODE')
    const other = await unpaid()
    expect((await call(admin, 'POST', other.path, { pendingId, code })).status).toBe(404)
    const colleague = await signUp('ADMIN')
    expect((await call(colleague, 'POST', path, { pendingId, code })).status).toBe(404)
    expect((await call(admin, 'POST', path, { pendingId, code })).status).toBe(200)
    expect(await orderRow(id)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    const decided = async () => (await incidentsOf(tx?.id ?? '')).find(({ ref }) => ref.startsWith('decided:'))
    expect((await decided())?.status).toBe('OPEN')
    expect(await count(`outbox WHERE recipient = ? AND kind = 'incident.opened'`, colleague.email)).toBeGreaterThan(0)
    expect(await movementOf(id)).toMatchObject({ status: 'succeeded', agreed_at: null })

    await approve(phone)
    await tickAt(Date.now() + DAY_MS + 60_000)
    await until(async () => (await decided())?.status === 'RESOLVED', 'the agreement')
    expect((await movementOf(id))?.agreed_at).not.toBeNull()
  })

  it('is for the attempt as it was: once its state has moved the code is worth nothing', async () => {
    const admin = await signUp('ADMIN')
    const { id, phone, path } = await unpaid()
    await tellSilent((await movementOf(id))?.id ?? '')
    const { pendingId, code } = await asked(admin, path, { outcome: 'succeeded', note })
    await refuse(phone)
    await until(async () => (await movementOf(id))?.status === 'failed')
    expect((await call(admin, 'POST', path, { pendingId, code })).status).toBe(409)
    expect(await orderRow(id)).toMatchObject({ status: 'PENDING_PAYMENT', paymentStatus: 'FAILED' })
  })

  it('sends nothing: late money of an order that is over waits as a REQUESTED refund', async () => {
    const admin = await signUp('ADMIN')
    const { id, market, phone, path } = await unpaid()
    await refuse(phone)
    await until(async () => (await movementOf(id))?.status === 'failed')
    expect((await call(market.buyer, 'POST', `/orders/${id}/cancel`, {})).status).toBe(200)
    const decided = await decideByHand(admin, path, { outcome: 'lateSuccess', note })
    expect([decided.status, decided.error]).toEqual([200, undefined])
    const direct = await call(admin, 'POST', `/orders/admin/${id}/refund`)
    expect([direct.status, direct.error?.reason]).toEqual([409, 'INVALID_TRANSITION'])
    expect(await all('SELECT status FROM refunds WHERE order_id = ?', id)).toEqual([{ status: 'REQUESTED' }])
    expect(
      await count(
        `gateway_transactions WHERE purpose = 'REFUND' AND subject_id IN (SELECT id FROM refunds WHERE order_id = ?)`,
        id,
      ),
    ).toBe(0)
  })

  it('takes no half of either step', async () => {
    const admin = await signUp('ADMIN')
    const { path } = await unpaid()
    for (const input of [
      {},
      { outcome: 'succeeded' },
      { note },
      { pendingId: crypto.randomUUID() },
      { outcome: 'succeeded', note, code: '123456' },
    ])
      expect((await call(admin, 'POST', path, input)).status, JSON.stringify(input)).toBe(400)
    const both = { outcome: 'succeeded', note, pendingId: crypto.randomUUID(), code: '123456' }
    expect((await call(admin, 'POST', path, both)).status).toBe(400)
    expect((await call(admin, 'POST', path, { outcome: 'succeeded', note, amount: '5.00' })).status).toBe(400)
  })
})

describe('an attempt in review', () => {
  /** The operator took 1.00 more than was asked for, and says so. */
  async function doubted() {
    await setFault({ gateway: 'B', fault: 'wrongAmount', kind: 'payin', times: 1 })
    const order = await unpaid()
    await approve(order.phone)
    await until(async () => (await movementOf(order.id))?.status === 'review', 'the doubt')
    const said = await first<{ amount_minor: number; currency: string }>(
      'SELECT amount_minor, currency FROM gateway_transactions WHERE subject_id = ?',
      order.id,
    )
    return { ...order, askedMinor: said?.amount_minor ?? 0 }
  }
  const decimal = (minor: number) => (minor / 100).toFixed(2)
  it('did not fail, and did not bring another amount than the gateway says', async () => {
    const admin = await signUp('ADMIN')
    const { id, path, askedMinor } = await doubted()
    for (const input of [
      { outcome: 'failed', note },
      { outcome: 'succeeded', note },
      { outcome: 'succeeded', note, amount: decimal(askedMinor + 7) },
    ]) {
      const { status, error } = await call(admin, 'POST', path, input)
      expect([status, error?.reason], JSON.stringify(input)).toEqual([409, 'GATEWAY_DISAGREES'])
    }
    expect((await movementOf(id))?.status).toBe('review')
  })

  it('an attempt that brought more pays its order, and an ADMIN sends the surplus back', async () => {
    const admin = await signUp('ADMIN')
    const { id, path, phone, askedMinor } = await doubted()
    const moreMinor = 100
    expect(moreMinor).toBeGreaterThan(0)
    const [clearing, apart] = [await balance('gatewayB:clearing'), await balance('payins:held')]
    const { pendingId, code } = await asked(admin, path, {
      outcome: 'succeeded',
      note,
      amount: decimal(askedMinor + moreMinor),
    })
    expect((await call(admin, 'POST', path, { pendingId, code })).status).toBe(200)
    expect(await orderRow(id)).toMatchObject({ paymentStatus: 'PAID' })
    expect([clearing - (await balance('gatewayB:clearing')), (await balance('payins:held')) - apart]).toEqual([
      askedMinor + moreMinor,
      moreMinor,
    ])
    const [refund] = await all<{ id: string; status: string; amount_minor: number }>(
      'SELECT id, status, amount_minor FROM refunds WHERE order_id = ?',
      id,
    )
    expect(refund).toMatchObject({ status: 'REQUESTED', amount_minor: moreMinor })
    expect((await call(admin, 'POST', `/refunds/${refund?.id}/retry`, {})).status).toBe(200)
    await approve(phone)
    await until(
      async () =>
        (await first<{ status: string }>('SELECT status FROM refunds WHERE id = ?', refund?.id))?.status ===
        'SUCCEEDED',
    )
    expect([clearing - (await balance('gatewayB:clearing')), await balance('payins:held')]).toEqual([askedMinor, apart])
  })

  it('an attempt that brought less leaves its order unpaid, and all its money waits to go back', async () => {
    const admin = await signUp('ADMIN')
    const { id, path, askedMinor } = await doubted()
    const apart = await balance('payins:held')
    const answer = await decideByHand(admin, path, { outcome: 'succeeded', note, amount: decimal(askedMinor - 100) })
    expect([answer.status, answer.error]).toEqual([200, undefined])
    expect(await orderRow(id)).toMatchObject({ status: 'PENDING_PAYMENT', paymentStatus: 'FAILED' })
    expect((await balance('payins:held')) - apart).toBe(askedMinor - 100)
    expect(await all('SELECT status, amount_minor FROM refunds WHERE order_id = ?', id)).toEqual([
      { status: 'REQUESTED', amount_minor: askedMinor - 100 },
    ])
    await leaveOpen('B')
  })
})
