import { afterEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { actOnOrder, deliveredOrder, newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import {
  askWithdrawalCode,
  letResend,
  newWalletOwner,
  walletBalance,
  withdraw,
  withdrawalCode,
} from '#testing/fixtures/wallets.ts'
import {
  acceptedOrder,
  availableOf,
  COMMISSION,
  changesOf,
  ends,
  escrowOf,
  expectOnly,
  faults,
  ok,
  pendingOf,
  refusal,
  setCommission,
} from '#testing/stories/books.ts'
import { again, clockAt, HOUR } from '#testing/stories/money.ts'

// Rule: the settings of the platform, per currency: the smallest withdrawal, the most a day (rolling 24 h; failed and returned
// ones do not count; 409 PAYOUT_LIMIT), the commission in per cent with two decimals, half up, which counts for later orders only.
//
// Silent: whether the share of an order is fixed when it is paid or when it is accepted (an order between the two is not tested);
// how a tax rate is set (`taxRate` is tried by no test).

const PATH = '/wallet/settings/platform'
const put = (as: Person, body: object) => call(as, 'PUT', PATH, body)
const set = async (body: object) => ok(await put(await signUp('ADMIN'), { currency: 'USD', ...body }))
afterEach(() => set({ minPayout: '1.00', maxPayoutPerDay: null, commissionRate: '0.00' }))

const owner = () => newWalletOwner('SELLER', { USD: 10_000 })
type Owner = Awaited<ReturnType<typeof owner>>
async function takes(from: Owner, amount: string) {
  await letResend(from.person)
  return withdraw(from, 'USD', amount, await withdrawalCode(from, 'USD', amount))
}
/** Refusal of the request of a code, or of the withdrawal itself. */
async function refused(from: Owner, amount: string) {
  await letResend(from.person)
  const asked = await askWithdrawalCode(from, 'USD', amount)
  return refusal(asked.error ? asked : await takes(from, amount))
}

describe('the settings', () => {
  it('are read by finance, changed by an ADMIN for one currency, and what is not named stays', async () => {
    const admin = await signUp('ADMIN')
    const { settings } = ok(await put(admin, { currency: 'CDF', minPayout: '2500.00' }))
    expect(settings.find(({ currency }: { currency: string }) => currency === 'CDF')).toMatchObject({
      minPayout: '2500.00',
      maxPayoutPerDay: null,
      commissionRate: '0.00',
    })
    const read = ok(await call(await signUp('ACCOUNTANT'), 'GET', PATH))
    expect(read.settings).toEqual(settings)
    ok(await put(admin, { currency: 'CDF', minPayout: '1000.00' }))
    await expectOnly(['ADMIN'], ['PUT', PATH, { currency: 'USD' }])
    await expectOnly(['ADMIN', 'ACCOUNTANT'], ['GET', PATH])
  })

  it.each([
    [{ commissionRate: '100.01' }, 'commissionRate'],
    [{ commissionRate: '-1' }, 'commissionRate'],
    [{ commissionRate: '7.125' }, 'commissionRate'],
    [{ minPayout: '0' }, 'minPayout'],
    [{ minPayout: '1.001' }, 'minPayout'],
    [{ maxPayoutPerDay: '0.00' }, 'maxPayoutPerDay'],
    [{ currency: 'EUR' }, 'currency'],
  ])('refuse %j', async (body, field) => {
    expect(faults(await put(await signUp('ADMIN'), { currency: 'USD', ...body }))).toEqual([field])
  })

  it('never cross, also where two ADMINs each change one of the two at once', async () => {
    const [one, two] = [await signUp('ADMIN'), await signUp('ADMIN')]
    for (let round = 0; round < 5; round++) {
      await set({ minPayout: '1.00', maxPayoutPerDay: '100.00' })
      const answers = await Promise.all([
        put(one, { currency: 'USD', minPayout: '50.00' }),
        put(two, { currency: 'USD', maxPayoutPerDay: '20.00' }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
      const refused = answers.find(({ status }) => status === 400)
      expect(faults(refused ?? answers[0])).toEqual(['maxPayoutPerDay'])
    }
  })
})

describe('the smallest withdrawal', () => {
  it('counts from the change on: one cent less is 400, and the wallet says so', async () => {
    const from = await owner()
    await set({ minPayout: '20.00' })
    expect(await walletBalance(from, 'USD')).toMatchObject({ minPayout: '20.00', canWithdraw: true })
    expect((await askWithdrawalCode(from, 'USD', '19.99')).status).toBe(400)
    expect((await takes(from, '20.00')).status).toBe(201)
    const poor = await newWalletOwner('SELLER', { USD: 1999 })
    // All that is there may go under the minimum, once in 30 days.
    expect((await walletBalance(poor, 'USD')).canWithdraw).toBe(true)
    expect((await askWithdrawalCode(poor, 'USD', '19.98')).status).toBe(400)
  })
})

describe('the most a day', () => {
  it('is of 24 rolling hours: what would pass it is 409 PAYOUT_LIMIT, and a day later it goes', async () => {
    await set({ maxPayoutPerDay: '30.00' })
    const from = await owner()
    ok(await takes(from, '20.00'))
    expect(await refused(from, '10.01')).toEqual([409, 'PAYOUT_LIMIT'])
    ok(await takes(from, '10.00'))
    expect(await refused(from, '1.00')).toEqual([409, 'PAYOUT_LIMIT'])
    const began = Date.now()
    clockAt(began + 23 * HOUR)
    expect(await refused({ ...from, person: await again(from.person) }, '1.00')).toEqual([409, 'PAYOUT_LIMIT'])
    clockAt(began + 25 * HOUR)
    ok(await takes({ ...from, person: await again(from.person) }, '30.00'))
  })

  it('counts none that failed', async () => {
    await set({ maxPayoutPerDay: '30.00' })
    const from = await owner()
    ok(await takes(from, '30.00'))
    await ends(from.phone, 'refuse')
    ok(await takes(from, '30.00'))
    expect(await refused(from, '1.00')).toEqual([409, 'PAYOUT_LIMIT'])
  })

  it('holds for several at once: of five of 10.00 three go', async () => {
    await set({ maxPayoutPerDay: '30.00' })
    const from = await owner()
    const done = []
    for (let i = 0; i < 5; i++) {
      const answer = await takes(from, '10.00').catch(() => undefined)
      if (answer?.status === 201) done.push(answer)
    }
    expect(done).toHaveLength(3)
    expect(await walletBalance(from, 'USD')).toMatchObject({
      available: '70.00',
      reserved: '30.00',
      canWithdraw: false,
    })
  })
})

describe('the commission', () => {
  it('is of the goods, half up to the cent, and the rest is the seller’s', async () => {
    await setCommission('12.34')
    const market = await newMarket()
    const order = await paidOrder(market)
    // 12.34 % of 25.00 is 3.085.
    expect(await changesOf(async () => ok(await actOnOrder(market.seller, order.id, 'accept')))).toEqual({
      [escrowOf(order)]: -2500,
      [pendingOf(market)]: 2191,
      [COMMISSION]: 309,
    })
  })

  it('of an order that was accepted before a change stays as it was; a later order has the new one', async () => {
    await setCommission('10.00')
    const market = await newMarket()
    const old = await deliveredOrder(market)
    await setCommission('20.00')
    const completed = await changesOf(async () => ok(await actOnOrder(market.buyer, old.id, 'confirm-receipt')))
    expect(completed).toMatchObject({ [pendingOf(market)]: -2250, [availableOf(market)]: 2250 })
    expect(completed[COMMISSION]).toBeUndefined()
    const later = await changesOf(() => acceptedOrder(market))
    expect(later).toMatchObject({ [pendingOf(market)]: 2000, [COMMISSION]: 500 })
  })

  it('can be all or nothing', async () => {
    await setCommission('100.00')
    const market = await newMarket()
    const all = await changesOf(() => acceptedOrder(market))
    expect([all[COMMISSION], all[pendingOf(market)]]).toEqual([2500, undefined])
    await setCommission('0.00')
    const none = await changesOf(() => acceptedOrder(market))
    expect([none[COMMISSION], none[pendingOf(market)]]).toEqual([undefined, 2500])
  })
})
