import { expect, it } from 'vitest'
import { eraseUser } from '#domain/people/erasure/erase.ts'
import { call } from '#testing/api.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { run } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'

/** So many more orders of somebody, like this one and before it. */
const more = (like: string, count: number) =>
  run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO orders (id, number, buyer_id, shop_id, seller_profile_id, status, payment_status, fulfillment_method,
       payment_method, currency, subtotal_minor, delivery_fee_minor, total_minor, reached_at, created_at, updated_at)
     SELECT format('old-%d', i), format('CMD-2020-%06d', i), buyer_id, shop_id, seller_profile_id, status, payment_status,
       fulfillment_method, payment_method, currency, subtotal_minor, delivery_fee_minor, total_minor, reached_at, i, i
     FROM n, orders WHERE orders.id = ?1`,
    ...[like, count],
  )

it('who is erased is found in none of their orders, by name, address or any number', { timeout: 60_000 }, async () => {
  const [market, support, payer] = [await newMarket(), await signUp('SUPPORT'), freshPhone('059')]
  const { buyer } = market
  const phone = freshPhone()
  await changeUser(buyer.id, "name = 'Furaha Bahati', phone = ?", phone)
  await postOrder(market, { payerPhoneNumber: payer })
  const [{ id, number }] = (await call(buyer, 'GET', '/orders/me')).data.orders
  expect((await actOnOrder(buyer, id, 'cancel')).status).toBe(200)
  await more(id, 1001)
  const found = async (word: string) =>
    (await call(support, 'GET', `/orders/admin?search=${encodeURIComponent(word)}`)).data.pagination.total
  for (const word of ['Furaha', buyer.email, phone]) expect(await found(word), word).toBe(1000)
  expect(await found(payer)).toBe(1)

  await run('UPDATE users SET erasure_due_at = 1 WHERE id = ?', buyer.id)
  expect(await eraseUser(contextNow(), buyer.id)).toBe(true)
  for (const word of ['Furaha', buyer.email, phone, payer]) expect(await found(word), word).toBe(0)
  expect(await found(number)).toBe(1)
  // Orders of this test have no history, which the laws would miss.
  await run("DELETE FROM orders WHERE id GLOB 'old-*'")
})
