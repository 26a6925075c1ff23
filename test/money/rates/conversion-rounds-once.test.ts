import { beforeAll, describe, expect, it, vi } from 'vitest'
import { call } from '#testing/api.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { chargeBody, freshPhone, orderBody, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { actOnOrder, newMarket, paidOrder, postOrder, readyOrder, sentRefund } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newSeller, newShopkeeper } from '#testing/fixtures/shops.ts'
import { newPlan, subscriptionOf } from '#testing/fixtures/subscriptions.ts'
import { askWithdrawalCode, congoleseNumber, newWalletOwner } from '#testing/fixtures/wallets.ts'
import { approve, movementsOf, settleMovement } from '#testing/sandbox.ts'
import { clockAt, MINUTE, rate } from '#testing/stories/money.ts'

// Rule: a conversion rounds once, on the line (half up), never on the unit; a price above zero is never zero; an inverted
// rate divides by the stored one. 1 USD = 2800 CDF in all that follows.

beforeAll(() => rate('USD', 'CDF', 280_000_000_000))

const PICKUP = { fulfillmentMethod: 'PICKUP' }
const inFrancs = (price: string, stock = 5000) => newMarket({ price, stock }, { currency: 'CDF' })

describe('a line of an order in the other currency', () => {
  it('of 999 pieces at CDF 13 costs USD 4.64, not nothing', async () => {
    const market = await inFrancs('13.00')
    const { status, data } = await postOrder(market, { quantity: 999, ...PICKUP })
    // 999 × 13 = 12,987 CDF; / 2800 = 4.6382… USD
    expect(status).toBe(201)
    expect([data.subtotal, data.total, data.items[0].lineTotal]).toEqual(['4.64', '4.64', '4.64'])
    expect(data.items[0].unitPrice).toBe('0.01')
  })

  it('rounds half up once: 3 × CDF 14 is USD 0.02, 2 × CDF 14 is 0.01', async () => {
    const market = await inFrancs('14.00')
    // 42 / 2800 = 0.015; 28 / 2800 = 0.01. The unit alone, 0.005, would have made 0.03 and 0.02.
    expect((await postOrder(market, { quantity: 3 })).data).toMatchObject({ subtotal: '0.02', total: '2.02' })
    expect((await postOrder(market, { quantity: 2 })).data).toMatchObject({ subtotal: '0.01', total: '2.01' })
  })

  it('of a price above zero is at least one cent', async () => {
    const market = await inFrancs('1.00')
    const { data } = await postOrder(market, { quantity: 1 })
    expect([data.subtotal, data.items[0].unitPrice, data.items[0].lineTotal]).toEqual(['0.01', '0.01', '0.01'])
  })

  it('divides by a rate that stands the other way round, instead of rounding its inverse', async () => {
    const market = await inFrancs('2800000.00')
    // 4 × 2,800,000 = 11,200,000 CDF; / 2800 = 4000.00. Times 0.00035714 it would be 3999.97.
    expect((await postOrder(market, { quantity: 4, ...PICKUP })).data.total).toBe('4000.00')
  })

  it('adds up with the others: twelve small lines cost what their goods are worth', async () => {
    const [seller, category, buyer] = [await newShopkeeper(), await newCategory(), await signUp()]
    const prices = Array.from({ length: 12 }, (_, i) => ({ name: `n${i}`, price: `${10 + i}.00`, stock: 999 }))
    const product = await publishedProduct(seller, category, { currency: 'CDF', variants: JSON.stringify(prices) })
    const items = product.variants.map(({ id }: { id: string }) => ({ variantId: id, quantity: 999 }))
    const body = { ...orderBody({ seller, variantId: '' }), ...PICKUP, items }
    const { status, data } = await call(buyer, 'POST', '/orders', body)
    expect(status).toBe(201)
    // 999 × 10…21 CDF / 2800: 3.57 3.92 4.28 4.64 5.00 5.35 5.71 6.07 6.42 6.78 7.14 7.49
    expect(data.items.map(({ lineTotal }: { lineTotal: string }) => lineTotal).sort()).toEqual(
      ['3.57', '3.92', '4.28', '4.64', '5.00', '5.35', '5.71', '6.07', '6.42', '6.78', '7.14', '7.49'].sort(),
    )
    expect(data.subtotal).toBe('66.37')
  })

  it('of tiny goods that come back is given back, and the order ends', async () => {
    const market = await inFrancs('1.00')
    const rider = await newRider()
    const ready = await readyOrder(market, { quantity: 1 })
    const act = (action: string, body?: object) =>
      call(rider, 'POST', `/deliveries/${ready.delivery.id}/${action}`, body)
    expect((await act('accept')).status).toBe(200)
    expect((await act('pickup', { code: ready.pickupCode })).status).toBe(200)
    expect((await act('fail', { reasonCode: 'BUYER_ABSENT' })).status).toBe(200)
    clockAt(Date.now() + 11 * MINUTE)
    expect((await act('fail', { reasonCode: 'BUYER_ABSENT' })).status).toBe(200)
    expect((await act('returned')).status).toBe(200)
    const back = await actOnOrder(market.seller, ready.id, 'return-received')
    expect(back.error).toBeUndefined()
    expect(back.data.status).toBe('CANCELLED')
    vi.useRealTimers()
    await settleMovement((await sentRefund(ready.id)).id, 'approve')
    expect((await call(market.buyer, 'GET', `/orders/${ready.id}`)).data.refundedAmount).toBe('0.01')
  })
})

describe("the shop's minimum", () => {
  const withMinimum = async (price: string, currency: string) => {
    const market = await newMarket({ price, stock: 50 }, { currency })
    const set = await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, { minOrderAmount: '10.00' })
    expect(set.error).toBeUndefined()
    return market
  }

  it('holds whatever the buyer pays in', async () => {
    const market = await withMinimum('9.99', 'USD')
    expect((await postOrder(market, { quantity: 1 })).status).toBe(400)
    expect((await postOrder(market, { quantity: 1, currency: 'CDF', network: 'airtel' })).status).toBe(400)
    expect((await postOrder(market, { quantity: 2, currency: 'CDF', network: 'airtel' })).status).toBe(201)
  })

  it('is compared in the currency of the shop, for goods in another', async () => {
    const cheap = await withMinimum('14000.00', 'CDF')
    expect((await postOrder(cheap, { quantity: 1, currency: 'CDF', network: 'airtel' })).status).toBe(400)
    expect((await postOrder(cheap, { quantity: 1 })).status).toBe(400)
    expect((await postOrder(cheap, { quantity: 2, currency: 'CDF', network: 'airtel' })).status).toBe(201)
    expect((await postOrder(cheap, { quantity: 2 })).status).toBe(201)
  })

  it('is compared with what the goods cost there, not with what was rounded up for the buyer', async () => {
    // 13,999 CDF are 4.9996… USD, which the buyer pays as 5.00: that is the minimum of 14,000 CDF only once it is rounded.
    const market = await inFrancs('13999.00')
    const minimum = { currency: 'CDF', minOrderAmount: '14000.00' }
    expect((await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, minimum)).error).toBeUndefined()
    expect((await postOrder(market, { quantity: 1 })).status).toBe(400)
    const enough = await postOrder(market, { quantity: 2 })
    expect(enough.error).toBeUndefined()
    expect(enough.data.subtotal).toBe('10.00')
  })
})

describe('an operator that takes no decimals (M-Pesa in CDF)', () => {
  it('is charged the next whole franc; the difference is the platform’s, and goes back with a refund', async () => {
    const market = await inFrancs('350.50')
    const before = await balance('platform:rounding', 'CDF')
    const paid = await paidOrder(market, { quantity: 3, currency: 'CDF', ...PICKUP })
    expect(paid.total).toBe('1051.50')
    expect(await movementsOf(paid.payerPhoneNumber)).toMatchObject([{ amount: '1052', currency: 'CDF' }])
    expect(await balance(`order:${paid.id}:held`, 'CDF')).toBe(105_150)
    expect(await balance('platform:rounding', 'CDF')).toBe(before + 50)

    expect((await actOnOrder(market.seller, paid.id, 'reject', { reason: 'Plus rien' })).status).toBe(200)
    const refund = await sentRefund(paid.id)
    await settleMovement(refund.id, 'approve')
    const [payout] = (await movementsOf(paid.payerPhoneNumber)).filter(({ kind }) => kind === 'payout')
    expect(payout).toMatchObject({ amount: '1052', currency: 'CDF' })
    expect(await balance('platform:rounding', 'CDF')).toBe(before)
    expect(await balance(`order:${paid.id}:held`, 'CDF')).toBe(0)
  })

  it('the others are charged to the centime', async () => {
    const market = await inFrancs('350.50')
    const phone = freshPhone('123', '24397')
    const order = await postOrder(market, {
      quantity: 3,
      currency: 'CDF',
      network: 'airtel',
      payerPhoneNumber: phone,
      ...PICKUP,
    })
    expect(order.error).toBeUndefined()
    expect(await movementsOf(phone)).toMatchObject([{ amount: '1051.5', currency: 'CDF' }])
  })

  it('pays out whole francs only', async () => {
    const seller = await newWalletOwner('SELLER', { CDF: 500_000 })
    const odd = await askWithdrawalCode(seller, 'CDF', '1500.50')
    expect([odd.status, odd.error?.details?.[0]?.field]).toEqual([400, 'amount'])
    expect((await askWithdrawalCode(seller, 'CDF', '1500.00')).status).toBe(200)
    const airtel = { ...congoleseNumber(), phone: freshPhone('123', '24397'), network: 'airtel' }
    const other = await newWalletOwner('SELLER', { CDF: 500_000 }, airtel)
    expect((await askWithdrawalCode(other, 'CDF', '1500.50')).status).toBe(200)
  })

  it('is asked for whole francs by staff', async () => {
    const admin = await signUp('ADMIN')
    const charge = (more: object) =>
      call(admin, 'POST', '/gatewayB/payin', chargeBody({ currency: 'CDF', amount: '1500.50', ...more }))
    const odd = await charge({})
    expect([odd.status, odd.error?.details?.[0]?.field]).toEqual([400, 'amount'])
    expect((await charge({ amount: 1500 })).status).toBe(201)
    expect((await charge({ network: 'airtel', phoneNumber: freshPhone('123', '24397') })).status).toBe(201)
  })

  it('pays a subscription with the next whole franc', async () => {
    const plan = await newPlan([{ billingCycle: 'MONTHLY', currency: 'CDF', amount: '2500.50' }])
    const seller = await newSeller()
    const phone = freshPhone()
    const asked = await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone, { currency: 'CDF' }))
    expect(asked.error).toBeUndefined()
    expect(asked.data.payment.amount).toBe('2500.50')
    expect((await movementsOf(phone)).map(({ amount }) => Number(amount))).toEqual([2501])
    const before = await balance('platform:rounding', 'CDF')
    await approve(phone)
    expect((await subscriptionOf(seller)).subscription.status).toBe('ACTIVE')
    expect(await balance('platform:rounding', 'CDF')).toBe(before + 50)
  })
})
