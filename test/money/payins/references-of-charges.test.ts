import { afterEach, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { first } from '#testing/fixtures/database.ts'
import { chargeBody, freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { clearFaults, refuse } from '#testing/sandbox.ts'
import { ok } from '#testing/stories/books.ts'
import { payBy, placedCheckout } from '#testing/stories/orders.ts'

// Section 2: PENDING_PAYMENT, payin failed: the buyer may pay again, also from another number, until expiry. A charge of staff
// (POST /gatewayB/payin, "orderId" is the caller's own reference) must not take the reference of an order's next try.
// Spec 4.2: orderId is optional, the caller's own. Contract 5.6: GET /gatewayB/payin/:orderId.

afterEach(() => clearFaults())

it('an order of a checkout can still be paid by itself where staff charged somebody under its id', async () => {
  const admin = await signUp('ADMIN')
  const { buyer, phone, checkout } = await placedCheckout({}, {})
  await refuse(phone)
  const [one] = checkout.orders
  const charged = await call(admin, 'POST', '/gatewayB/payin', chargeBody({ orderId: one.id }))
  expect(charged).toMatchObject({ status: 201, data: { orderId: one.id } })
  const paid = await actOnOrder(buyer, one.id, 'pay', payBy(freshPhone()))
  expect({ charged: charged.status, paid: paid.status, why: paid.error }).toMatchObject({ paid: 201 })
})

it('an order can be paid again where staff charged somebody under the name of its second try', async () => {
  const admin = await signUp('ADMIN')
  const market = await newMarket()
  const phone = freshPhone()
  const { id } = ok(await postOrder(market, { payerPhoneNumber: phone }))
  await refuse(phone)
  const charged = await call(admin, 'POST', '/gatewayB/payin', chargeBody({ orderId: `${id}-2` }))
  const paid = await actOnOrder(market.buyer, id, 'pay', payBy(freshPhone()))
  expect({ charged: charged.status, paid: paid.status, why: paid.error }).toMatchObject({ paid: 201 })
})

it('a charge is answered and found under the name that its caller gave it, once', async () => {
  const admin = await signUp('ADMIN')
  const name = `Facture nº ${crypto.randomUUID()}`
  const wanted = chargeBody({ orderId: name })
  const { data } = await call(admin, 'POST', '/gatewayB/payin', wanted)
  expect(data).toMatchObject({ orderId: name, status: 'pending' })
  expect((await call(admin, 'POST', '/gatewayB/payin', wanted)).data).toEqual(data)
  expect((await call(admin, 'POST', '/gatewayB/payin', { ...wanted, amount: '12.51' })).status).toBe(409)
  expect(ok(await call(admin, 'GET', `/gatewayB/payin/${encodeURIComponent(name)}`))).toEqual(data)
  const { transactions } = ok(await call(admin, 'GET', '/gatewayB/transactions?type=payin&limit=100'))
  expect(transactions.filter((row: { orderId: string }) => row.orderId === name)).toHaveLength(1)
  const known = await first<{ reference: string }>(
    'SELECT reference FROM gateway_transactions WHERE external_id = ?',
    data.transactionId,
  )
  expect(known?.reference).toBe(`CH-${name}`)
})
