import { afterEach, describe, expect, it } from 'vitest'
import { call, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { freshPhone, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { newPlan, subscribeAndPay } from '#testing/fixtures/subscriptions.ts'
import { captureErrors } from '#testing/logged-errors.ts'
import { clearFaults, movementsOf, setFault } from '#testing/sandbox.ts'

const MINUTE = 60_000
const CLOSED = { gateway: 'A', fault: 'closed', kind: 'VODACOM_MPESA_COD' } as const
afterEach(() => clearFaults())

type Country = { providers: { provider: string; operationTypes: Record<string, string> }[] }
const wordFor = async (provider: string) => {
  const { data } = await call(await signUp(), 'GET', '/gatewayA/availability')
  const all = (data.countries as Country[]).flatMap(({ providers }) => providers)
  return all.find((each) => each.provider === provider)?.operationTypes.DEPOSIT
}

describe('an operator that is closed', () => {
  it('is told to whoever asks, and nobody is prompted through it', async () => {
    wait(10 * MINUTE)
    await setFault(CLOSED)
    expect([await wordFor('VODACOM_MPESA_COD'), await wordFor('AIRTEL_COD')]).toEqual(['CLOSED', 'OPERATIONAL'])
    const [seller, plan, phone] = [await newSeller(), await newPlan(), freshPhone()]
    const errors = captureErrors()
    const refused = await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone))
    expect([refused.status, refused.error?.code]).toEqual([503, 'GATEWAY_UNAVAILABLE'])
    expect(refused.error?.message).toContain('VODACOM_MPESA_COD')
    expect(errors()).toEqual([expect.stringContaining('GATEWAY_UNAVAILABLE')])
    expect(await movementsOf(phone)).toEqual([])
    expect((await call(seller, 'GET', '/subscriptions/me')).data.subscription).toBeNull()

    const airtel = subscriptionBody(plan.id, freshPhone('123', '24397'), { provider: 'AIRTEL_COD' })
    expect((await call(seller, 'POST', '/subscriptions', airtel)).status).toBe(201)
  })

  it('is paid through again a minute after it opened', async () => {
    wait(20 * MINUTE)
    await setFault(CLOSED)
    expect(await wordFor('VODACOM_MPESA_COD')).toBe('CLOSED')
    await clearFaults()
    wait(MINUTE)
    const { subscription } = await subscribeAndPay(await newSeller(), (await newPlan()).id)
    expect(subscription.status).toBe('ACTIVE')
  })

  it('is left to gateway A where it does not say', async () => {
    wait(40 * MINUTE)
    await setFault({ gateway: 'A', fault: 'serverErrorNotHappened', kind: 'read', times: 1 })
    const { subscription } = await subscribeAndPay(await newSeller(), (await newPlan()).id)
    expect(subscription.status).toBe('ACTIVE')
  })
})

describe('while gateway A does not answer', () => {
  it('availability is the last one for five minutes, then 503; wallets and guesses are 503 at once', async () => {
    wait(60 * MINUTE)
    expect(await wordFor('AIRTEL_COD')).toBe('OPERATIONAL')
    await setFault({ gateway: 'A', fault: 'down' })
    wait(4 * MINUTE)
    expect(await wordFor('AIRTEL_COD')).toBe('OPERATIONAL')
    wait(2 * MINUTE)
    const errors = captureErrors()
    const buyer = await signUp()
    const answers = [
      await call(buyer, 'GET', '/gatewayA/availability'),
      await call(await signUp('ACCOUNTANT'), 'GET', '/gatewayA/wallets'),
      await call(buyer, 'POST', '/gatewayA/predict-provider', { phoneNumber: freshPhone() }),
    ]
    for (const { status, error } of answers) expect([status, error?.code]).toEqual([503, 'GATEWAY_UNAVAILABLE'])
    expect(errors()).toHaveLength(3)
  })
})

describe('guessing the operator of a number', () => {
  it('is done 60 times an hour for one account, and of numbers of our countries only', async () => {
    const buyer = await signUp()
    const guess = (phoneNumber: string) => call(buyer, 'POST', '/gatewayA/predict-provider', { phoneNumber })
    for (let i = 0; i < 5; i++) expect((await guess('33612345678')).status).toBe(400)
    const answers = await together(50, () => guess('0780000123'))
    expect(answers.every(({ status }) => status === 400)).toBe(true)
    const known = await together(61, () => guess('+243 81 000 01 23'))
    expect(known.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(known.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})
