import { afterEach, describe, expect, it, vi } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { all } from '#testing/fixtures/database.ts'
import { newMarket, paidOrder, refundOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { decideByHand } from '#testing/fixtures/resolutions.ts'
import { clearFaults } from '#testing/sandbox.ts'
import { ends, ok, readRefund, refundByCode, refusal } from '#testing/stories/books.ts'
import { clockAt, HOUR, tickAt } from '#testing/stories/money.ts'

// Rule: an incident of the service's own is about one trouble, and what ends the trouble ends it; whoever reads it finds the refund
// that it is about. What a person decided afterwards does not change: a closed one is 409.

afterEach(async () => {
  vi.useRealTimers()
  await clearFaults()
})
type Row = { id: string; title: string; status: string; note: string | null; refundId: string | null }
const incidentsOf = (orderId: string) =>
  all<Row>(
    'SELECT id, title, status, note, refund_id AS refundId FROM incidents WHERE order_id = ? ORDER BY created_at, id',
    orderId,
  )

/** An order whose refund of 5.00 its operator did not pay. */
async function failedPart() {
  const admin = await signUp('ADMIN')
  const order = await paidOrder(await newMarket())
  const id = await refundByCode(admin, { orderId: order.id, amount: '5.00' })
  await ends(order.payerPhoneNumber, 'refuse')
  expect(await readRefund(admin, id)).toMatchObject({ status: 'FAILED' })
  return { admin, order, id }
}
const retry = async ({ admin, id }: { admin: Person; id: string }) =>
  ok(await call(admin, 'POST', `/refunds/${id}/retry`, {}))

describe('the incident of a refund that failed', () => {
  it('names the refund, and stays open while it waits', async () => {
    const { admin, order, id } = await failedPart()
    const [incident, ...more] = await incidentsOf(order.id)
    expect(more).toEqual([])
    expect(incident).toMatchObject({ status: 'OPEN', refundId: id })
    expect(ok(await call(admin, 'GET', `/incidents/${incident?.id}`))).toMatchObject({ refundId: id, resolution: null })
  })

  it('ends when the refund has arrived by a retry, each of all tries', async () => {
    const { admin, order, id } = await failedPart()
    await retry({ admin, id })
    await ends(order.payerPhoneNumber, 'refuse')
    expect((await incidentsOf(order.id)).map(({ status }) => status)).toEqual(['OPEN', 'OPEN'])
    await retry({ admin, id })
    await ends(order.payerPhoneNumber, 'approve')
    expect((await incidentsOf(order.id)).map(({ status }) => status)).toEqual(['RESOLVED', 'RESOLVED'])
    const [incident] = await incidentsOf(order.id)
    expect(ok(await call(admin, 'GET', `/incidents/${incident?.id}`))).toMatchObject({
      status: 'RESOLVED',
      resolution: { outcome: null, refundAmount: null, note: 'Le remboursement est arrivé.' },
    })
    expect(
      await all(
        'SELECT event, from_status AS f, to_status AS t FROM history WHERE thing_id = ? AND version = 2',
        incident?.id,
      ),
    ).toEqual([{ event: 'resolve', f: 'OPEN', t: 'RESOLVED' }])
  })

  it('ends when the refund is rejected, or had arrived after all', async () => {
    const [one, two] = [await failedPart(), await failedPart()]
    ok(await call(one.admin, 'POST', `/refunds/${one.id}/reject`, { reason: 'Réglé en espèces' }))
    ok(await decideByHand(two.admin, `/refunds/${two.id}/resolve`, { outcome: 'lateSuccess', note: 'Vu chez eux' }))
    for (const { order } of [one, two]) expect((await incidentsOf(order.id))[0]?.status).toBe('RESOLVED')
  })

  it('is ended by no word of a person, and theirs are not touched', async () => {
    const { admin, order, id } = await failedPart()
    const [incident] = await incidentsOf(order.id)
    expect((await call(admin, 'POST', `/incidents/${incident?.id}/dismiss`, { note: 'Vu' })).status).toBe(409)
    const told = { type: 'ORDER', title: 'Colis ouvert', description: 'Il manque une pièce.', orderId: order.id }
    const own = ok(await call(await signUp('SUPPORT'), 'POST', '/incidents', told))
    await retry({ admin, id })
    await ends(order.payerPhoneNumber, 'approve')
    expect((await incidentsOf(order.id)).map((one) => [one.id, one.status])).toEqual([
      [incident?.id, 'RESOLVED'],
      [own.id, 'OPEN'],
    ])
  })
})

describe('the incident of a movement without a verdict', () => {
  it('ends with its verdict', async () => {
    const admin = await signUp('ADMIN')
    const order = await paidOrder(await newMarket())
    const id = await refundByCode(admin, { orderId: order.id, amount: '5.00' })
    const now = Date.now()
    clockAt(now)
    await tickAt(now + 7 * HOUR)
    const silent = () =>
      all<Row>(
        "SELECT status FROM incidents WHERE ref IN (SELECT 'silent:' || g.id FROM gateway_transactions g WHERE g.subject_id = ?)",
        id,
      )
    expect(await silent()).toEqual([{ status: 'OPEN' }])
    clockAt(now + 8 * HOUR)
    await ends(order.payerPhoneNumber, 'approve')
    expect(await refundOf(order.id)).toMatchObject({ id, status: 'SUCCEEDED' })
    expect(await silent()).toEqual([{ status: 'RESOLVED' }])
  })
})

describe('a refund that came back after it had arrived', () => {
  it('says so itself, and its incident names it and its order', async () => {
    const { admin, order, id } = await failedPart()
    await retry({ admin, id })
    await ends(order.payerPhoneNumber, 'approve')
    expect(await readRefund(admin, id)).toMatchObject({ status: 'SUCCEEDED', returnedAt: null })
    ok(await decideByHand(admin, `/refunds/${id}/resolve`, { outcome: 'reversed', note: 'Numéro fermé' }))
    const refund = await readRefund(admin, id)
    expect(refund.status).toBe('SUCCEEDED')
    expect(refund.returnedAt).toMatch(/^\d{4}-/)
    const [returned] = (await incidentsOf(order.id)).filter(({ title }) => title === 'Remboursement revenu')
    expect(returned).toMatchObject({ status: 'OPEN', refundId: id })
  })
})

describe('an incident that has ended', () => {
  it.each(['resolve', 'dismiss'])('by %s is not edited any more: 409', async (how) => {
    const support = await signUp('SUPPORT')
    const told = { type: 'OTHER', title: 'Colis ouvert', description: 'Il manque une pièce.' }
    const { id } = ok(await call(support, 'POST', '/incidents', told))
    ok(await call(support, 'PUT', `/incidents/${id}`, { title: 'Colis abîmé' }))
    ok(
      await call(
        support,
        'POST',
        `/incidents/${id}/${how}`,
        how === 'resolve' ? { outcome: 'SELLER', note: 'Vu' } : {},
      ),
    )
    expect(refusal(await call(support, 'PUT', `/incidents/${id}`, { severity: 'LOW' }))).toEqual([
      409,
      'INVALID_TRANSITION',
    ])
    expect(ok(await call(support, 'GET', `/incidents/${id}`))).toMatchObject({ title: 'Colis abîmé' })
  })
})
