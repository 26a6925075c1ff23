import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { refuse } from '#testing/sandbox.ts'
import { checkout, filledCart, ok, payCheckout } from '#testing/stories/orders.ts'

it('a payin of a checkout is found by its reference, and by each order that it pays: the latest of them', async () => {
  const accountant = await signUp('ACCOUNTANT')
  const read = (reference: string) => call(accountant, 'GET', `/gatewayB/payin/${reference}`)
  const { buyer } = await filledCart({}, {})
  const phone = freshPhone()
  const { checkoutId, orders, payins } = ok(await checkout(buyer, phone))
  const answer = await read(checkoutId)
  expect(answer.data).toMatchObject({ orderId: checkoutId, amount: 50, status: 'pending' })
  expect(answer.headers.get('x-d1-round-trips')).toBe('1')
  for (const { id } of orders) expect((await read(id)).data).toEqual(answer.data)
  await refuse(phone)
  const again = ok(await payCheckout(buyer, checkoutId)).payins.find(
    ({ status }: { status: string }) => status === 'pending',
  )
  expect(again.orderId).not.toBe(payins[0].orderId)
  for (const { id } of orders)
    expect((await read(id)).data).toMatchObject({ orderId: again.orderId, status: 'pending' })
  expect((await read(checkoutId)).data.status).toBe('failed')
  expect((await read(crypto.randomUUID())).status).toBe(404)
})
