import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { newMarket, orderRow, postOrder, refundOf } from '#testing/fixtures/orders.ts'
import { signIn, signUp } from '#testing/fixtures/people.ts'
import { approve } from '#testing/sandbox.ts'

it('money that comes late for a seller who is blocked goes back by itself, and revives nothing', async () => {
  const market = await newMarket()
  const phone = freshPhone()
  const { data } = await postOrder(market, { payerPhoneNumber: phone, fulfillmentMethod: 'PICKUP' })
  await minuteCronAfter(16 * 60_000)
  expect((await orderRow(data.id))?.status).toBe('CANCELLED')
  const { email } = await signUp('ADMIN')
  const admin = await signIn(email, 'ADMIN')
  expect((await call(admin, 'POST', `/users/${market.seller.id}/block`, { reason: 'Fraude' })).status).toBe(200)
  await approve(phone)
  await minuteCronAfter(17 * 60_000)
  expect(await orderRow(data.id)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'PAID' })
  expect((await refundOf(data.id))?.status).toBe('PROCESSING')
})
