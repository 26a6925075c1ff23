import { beforeAll, describe, expect, it } from 'vitest'
import { run } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { actOnOrder, newMarket, orderRow, paidOrder, postOrder, sentRefund } from '#testing/fixtures/orders.ts'
import { movementsOf, settleMovement, until } from '#testing/sandbox.ts'

/** A rate in force since ever: eight decimals as a whole number. */
const rate = (base: string, quote: string, scaled: number) =>
  run(
    `INSERT INTO exchange_rates (id, base_currency, quote_currency, rate_scaled, source, effective_at, is_active, created_at)
     VALUES (?, ?, ?, ?, 'test', 1, 1, 1)`,
    ...[crypto.randomUUID(), base, quote, scaled],
  )

beforeAll(() => rate('USD', 'CDF', 280_050_000_000))

const francs = (price: string) => newMarket({ price, stock: 1000 }, { currency: 'CDF' })
const collected = { fulfillmentMethod: 'PICKUP' }

describe('a line in another currency', () => {
  it('is converted as a whole and rounded once', async () => {
    const market = await francs('13.00')
    const { data } = await postOrder(market, { ...collected, quantity: 999, network: 'airtel' })
    // 12,987.00 CDF over 2,800.5 is 4.637…; one piece is 0.0046 USD, and never nothing.
    expect(data).toMatchObject({ subtotal: '4.64', total: '4.64', currency: 'USD' })
    expect(data.items[0]).toMatchObject({ quantity: 999, unitPrice: '0.01', lineTotal: '4.64' })
  })

  it('a price above zero is converted to more than zero', async () => {
    const market = await francs('1.00')
    const { data } = await postOrder(market, { quantity: 1, network: 'airtel' })
    expect(data).toMatchObject({ subtotal: '0.01', total: '2.01' })
  })

  it('costs the same whichever way round the rate was set, and nothing is rounded on the way', async () => {
    const market = await francs('2800500.00')
    const { data } = await postOrder(market, { ...collected, quantity: 4, network: 'airtel' })
    // One over 2,800.5 has eight decimals of its own only as 0.00035708: 4,000.06 USD, were it used.
    expect(data).toMatchObject({ subtotal: '4000.00' })
  })
})

it('the minimum of a shop holds whatever currency the buyer pays in', async () => {
  const market = await newMarket()
  await run(`UPDATE shops SET min_order_minor = 5000 WHERE id = ?`, market.seller.shopId)
  for (const currency of ['USD', 'CDF'])
    expect(await postOrder(market, { quantity: 3, currency })).toMatchObject({
      status: 400,
      error: {
        details: [{ field: 'items', message: 'Le minimum de commande de la boutique Kivu Frais est de 50 USD.' }],
      },
    })
  expect((await postOrder(market, { quantity: 4, currency: 'CDF' })).status).toBe(201)
})

describe('an operator that takes no decimals', () => {
  it('charges the next whole unit, and what it charged goes back whole', async () => {
    const market = await francs('1000.25')
    const payerPhoneNumber = freshPhone()
    const paid = await paidOrder(market, { ...collected, quantity: 2, currency: 'CDF', payerPhoneNumber })
    expect(paid).toMatchObject({ total: '2000.50', paymentStatus: 'PAID' })
    const amounts = async () => (await movementsOf(payerPhoneNumber)).map(({ kind, amount }) => [kind, Number(amount)])
    expect(await amounts()).toEqual([['payin', 2001]])
    expect(await balance(`order:${paid.id}:held`, 'CDF')).toBe(200_050)
    expect(await balance('platform:rounding', 'CDF')).toBe(50)

    await actOnOrder(market.seller, paid.id, 'reject', {})
    await settleMovement((await sentRefund(paid.id)).id, 'approve')
    await until(async () => (await orderRow(paid.id))?.paymentStatus === 'REFUNDED', 'the refund')
    expect(await amounts()).toContainEqual(['payout', 2001])
    for (const account of ['platform:rounding', 'gatewayB:clearing', 'refunds:inFlight'])
      expect(await balance(account, 'CDF'), account).toBe(0)
  })

  it('charges an order in USD to the cent', async () => {
    const payerPhoneNumber = freshPhone()
    await paidOrder(await newMarket({ price: '12.49' }), { ...collected, quantity: 1, payerPhoneNumber })
    expect(Number((await movementsOf(payerPhoneNumber))[0]?.amount)).toBe(12.49)
  })
})

it('a rate that leads through the dollar is taken where nothing else does', async () => {
  await rate('USD', 'RWF', 145_050_000_000)
  const market = await newMarket({ price: '28005.00' }, { currency: 'CDF' })
  const more = { ...collected, quantity: 1, currency: 'CDF', network: 'mtn', countryCode: 'RW' }
  const payerPhoneNumber = freshPhone('123', '25078')
  const paid = await paidOrder(market, { ...more, payerPhoneNumber })
  // 28,005.00 CDF is 10.00 USD, and that 14,505 RWF.
  expect(paid.exchangeRate).toEqual({ to: 'RWF', rate: '0.51794322' })
  expect(await balance('platform:fx', 'RWF')).toBe(14_505)
  expect(await balance('platform:fx', 'CDF')).toBe(-2_800_500)
  expect(await balance(`order:${paid.id}:held`, 'CDF')).toBe(2_800_500)
})
