import { afterEach, expect, it, vi } from 'vitest'
import { call } from '#testing/api.ts'
import { all, first, run } from '#testing/fixtures/database.ts'
import { newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'

/** In Lubumbashi and Kigali the new year has begun, in UTC it has not. */
const NEW_YEAR = Date.UTC(2030, 11, 31, 22, 30)
const OLD_YEAR = Date.UTC(2030, 11, 31, 21, 30)

afterEach(() => vi.useRealTimers())

it.each([
  [NEW_YEAR, '2031'],
  [OLD_YEAR, '2030'],
])('orders, tickets and incidents take the year of Lubumbashi and Kigali: %d', async (now, year) => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  const market = await newMarket()
  const order = (await postOrder(market)).data
  expect(order.number).toMatch(new RegExp(`^CMD-${year}-`))
  const buyer = await signUp()
  const said = { subject: 'Colis en retard', category: 'OTHER', body: 'Où est-il ?' }
  const ticket = await call(buyer, 'POST', '/support/tickets', said)
  expect(ticket.data.number, ticket.error?.message).toMatch(new RegExp(`^TIC-${year}-`))
  await run(
    `INSERT INTO incidents (id, type, ref, severity, title, description, created_at, updated_at)
     VALUES (?1, 'PAYMENT', ?1, 'LOW', 't', 'd', ?2, ?2)`,
    ...[crypto.randomUUID(), now],
  )
  const newest = await first<{ number: string }>('SELECT number FROM incidents WHERE created_at = ?', now)
  expect(newest?.number).toMatch(new RegExp(`^INC-${year}-`))
  const staff = await signUp('SUPPORT')
  const digits = String(Number(order.number.slice(9)))
  const found = (await call(staff, 'GET', `/orders/admin?search=${digits}`)).data
  expect(JSON.stringify(found)).toContain(order.number)
})

it('no trigger gives a number the year of UTC', async () => {
  const triggers = await all<{ sql: string }>(`SELECT sql FROM sqlite_schema WHERE type = 'trigger'`)
  const numbering = triggers.filter(({ sql }) => sql.includes('series:'))
  expect(numbering.length).toBeGreaterThan(0)
  for (const { sql } of numbering) expect(sql.match(/strftime\('%Y'/g)?.length).toBe(sql.match(/7200/g)?.length)
})
