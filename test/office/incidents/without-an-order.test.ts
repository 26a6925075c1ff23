import { describe, expect, it } from 'vitest'
import { type Answer, call, type Person, tally, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { acceptedOrder } from '#testing/fixtures/deliveries.ts'
import { newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { days } from '#testing/stories/decisions.ts'
import { again, DAY, HOUR } from '#testing/stories/money.ts'
import { ok } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule 8.3.5: people's incidents without an order: one open and one a day a person (else a ticket).

clockGoesOn()

const BODY = { type: 'PLATFORM', title: 'La page ne vient pas', description: 'Elle reste blanche.' }
const opens = (as: Person, more: object = {}) => call(as, 'POST', '/incidents', { ...BODY, ...more })
const isRefused = ({ status, error }: Answer) => {
  expect([409, 429]).toContain(status)
  expect(error?.message).toMatch(/ticket/i)
}
const dismiss = async (id: string) =>
  ok(await call(await signUp('SUPPORT'), 'POST', `/incidents/${id}/dismiss`, { note: 'Vu' }))

describe('an incident without an order', () => {
  it.each(['BUYER', 'SELLER', 'RIDER'] as const)(
    '8.3.5 is one open a person, and names the ticket: a %s',
    async (role) => {
      const person = await signUp(role)
      ok(await opens(person))
      isRefused(await opens(person))
      isRefused(await opens(person, { type: 'OTHER', title: 'Autre chose' }))
      const ticket = { subject: 'La page ne vient pas', category: 'OTHER', body: 'Elle reste blanche.' }
      ok(await call(person, 'POST', '/support/tickets', ticket))
    },
  )

  it('8.3.5 is one a day, also when the first was closed', async () => {
    const person = await signUp()
    const { id } = ok(await opens(person))
    await dismiss(id)
    isRefused(await opens(person))
    await days(1)
    ok(await opens(await again(person)))
  })

  it('8.3.5 is one open, also the day after', async () => {
    const person = await signUp()
    ok(await opens(person))
    await days(2)
    isRefused(await opens(await again(person)))
  })

  it('8.3.5 of one is nobody else’s', async () => {
    ok(await opens(await signUp()))
    ok(await opens(await signUp()))
  })

  it('8.3.5 opened ten times at once is one', async () => {
    const person = await signUp()
    const answers = await together(10, () => opens(person))
    expect(tally(answers)[201]).toBe(1)
  })

  it('8.3.5 stands in no way of one with an order, nor the other way round', async () => {
    const [seller, buyer] = [await newShopkeeper(), await signUp()]
    const orders = [await acceptedOrder(seller, buyer), await acceptedOrder(seller, buyer)]
    ok(await opens(buyer))
    for (const orderId of orders) ok(await opens(buyer, { type: 'ORDER', orderId }))
    const other = await signUp()
    ok(await opens(other, { type: 'ORDER', orderId: await acceptedOrder(seller, other) }))
    ok(await opens(other))
  })

  it('8.3.5 is not had by an order that nobody paid: ten of those are no ten incidents', async () => {
    const market = await newMarket()
    const answers = []
    for (let i = 0; i < 3; i++) {
      const { id } = ok(await postOrder(market, { quantity: 1 }))
      answers.push(await opens(market.buyer, { type: 'ORDER', orderId: id }))
    }
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1)
  })

  it('8.3.5 is not bound so for staff', async () => {
    const support = await signUp('SUPPORT')
    ok(await opens(support, { severity: 'LOW' }))
    ok(await opens(support, { severity: 'LOW' }))
  })

  it('8.3.5 a day is 24 h or a day of our time, never less than the evening and the morning after', async () => {
    const person = await signUp()
    await dismiss(ok(await opens(person)).id)

    wait(HOUR)
    isRefused(await opens(await again(person)))
    wait(DAY)
    ok(await opens(await again(person)))
  })
})
