import { describe, expect, it } from 'vitest'
import { forgetDeleted } from '#domain/catalogue/products/clock/forget-deleted.ts'
import { deleteProduct } from '#domain/catalogue/products/editing/delete.ts'
import { LAWS } from '#domain/money/ledger/checks.ts'
import { forgetOld } from '#domain/office/platform/forget-old.ts'
import { showOrder } from '#domain/orders/orders/showing/show.ts'
import { DAY_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket, addPlan } from '#testing/domain/market.ts'
import { addTransaction } from '#testing/domain/money.ts'
import { addOrder, addPaidOrder } from '#testing/domain/orders.ts'

// An order that nobody paid keeps its lines and texts for 30 days after its end.

const domain = openDomain((market) => {
  addMarket(market)
  addPlan(market, 9, 3)
  market.run('UPDATE users SET email_verified_at = 1')
})
const TEXTS = {
  note: 'Sonnez deux fois',
  delivery_address: 'Avenue du Lac 12',
  recipient: JSON.stringify({ name: 'Aline', phone: '243810000001', area: { country: 'CD', city: 'Bukavu' } }),
  cancellation_reason: 'trop cher',
}
const ended = { status: 'CANCELLED', ...TEXTS, reached_at: JSON.stringify({ CANCELLED: NOW }) }
const later = (days: number) => ({ ...domain.ctx, now: NOW + days * DAY_MS })
const kept = (id = 'o1') => ({
  lines: domain.rows('SELECT 1 FROM order_items WHERE order_id = ?', id).length,
  ...domain.row('SELECT note, delivery_address, recipient, cancellation_reason FROM orders WHERE id = ?', id),
})
const EMPTY = { lines: 0, note: null, delivery_address: null, recipient: null, cancellation_reason: null }
const WHOLE = { lines: 2, ...TEXTS }
const brokenLaws = () => Object.keys(LAWS).filter((law) => domain.rows(LAWS[law] ?? '').length > 0)

describe('an order that ended unpaid', () => {
  it('loses its lines and texts 30 days later and not before; its payment and its moves stay', async () => {
    addOrder(domain, ended)
    addTransaction(domain, { subjectId: 'o1', status: 'failed', finalAt: NOW })
    domain.run(
      "INSERT INTO history (thing_id, version, thing, event, from_status, to_status, reason, at) SELECT 'o1', 2, 'order', 'cancel', 'CANCELLED', 'CANCELLED', 'trop cher', ?",
      NOW,
    )
    domain.run("UPDATE orders SET version = 2 WHERE id = 'o1'")
    const before = brokenLaws()
    await forgetOld(later(29))
    expect(kept()).toEqual(WHOLE)
    await forgetOld(later(32))
    expect(kept()).toEqual(EMPTY)
    expect(domain.rows("SELECT version, reason FROM history WHERE thing_id = 'o1' ORDER BY version")).toEqual([
      { version: 1, reason: null },
      { version: 2, reason: null },
    ])
    expect(domain.rows('SELECT order_id FROM payin_shares')).toEqual([{ order_id: 'o1' }])
    expect(brokenLaws()).toEqual(before)
    expect(await showOrder(domain.as({ id: 'buyer' }), 'o1')).toMatchObject({ status: 'CANCELLED', items: [] })
  })

  it.each(['pending', 'review', 'succeeded'] as const)('stays whole beside a payment that is %s', async (status) => {
    addOrder(domain, ended)
    addTransaction(domain, { subjectId: 'o1', status, finalAt: status === 'succeeded' ? NOW : null })
    await forgetOld(later(40))
    expect(kept()).toEqual(WHOLE)
  })

  it('stays whole beside a payment of which people booked that too little came', async () => {
    addOrder(domain, ended)
    addTransaction(domain, { subjectId: 'o1', status: 'failed', finalAt: NOW, receivedMinor: 5 })
    await forgetOld(later(40))
    expect(kept()).toEqual(WHOLE)
  })

  it('is emptied with its like, however many there are, and once', async () => {
    for (let i = 0; i < 120; i++) addOrder(domain, { ...ended, id: `o${i}` })
    expect(await forgetOld(later(40))).toBe(1)
    while ((await forgetOld(later(40))) > 0);
    expect(domain.rows('SELECT 1 FROM order_items')).toEqual([])
    expect(domain.rows(`SELECT DISTINCT emptied_at AS at FROM orders`)).toEqual([{ at: NOW + 40 * DAY_MS }])
  })

  it('keeps no deleted product whole', async () => {
    addOrder(domain, ended)
    await deleteProduct(domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' }), 'prod')
    await forgetDeleted(later(30), () => true)
    expect(domain.row("SELECT name FROM products WHERE id = 'prod'")).toEqual({ name: '' })
  })
})

it('an order that was paid, or is open, keeps its lines and texts for good', async () => {
  addPaidOrder(domain, { ...ended, id: 'paid' })
  addOrder(domain, { ...TEXTS, id: 'open' })
  await forgetOld(later(400))
  for (const id of ['paid', 'open']) expect(kept(id)).toEqual(WHOLE)
})
