import { afterEach, describe, expect, it, vi } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { otherCode } from '#testing/fixtures/inputs.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { payoutBody, pendingPayout } from '#testing/fixtures/payouts.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { appCode, nextStep, withTotp, wrongAppCode } from '#testing/fixtures/totp.ts'
import { askedRefund, GONE, refusal, UNKNOWN } from '#testing/stories/books.ts'

// Rule: a payout or refund of staff with an authenticator may be confirmed by its code too (`totp` beside `code`). Tries of the
// mailed code are counted before they are compared, a refusal comes in the order thing not found 404, then 409.

afterEach(() => vi.useRealTimers())

type Asked = { pendingId: string; code: string }
const payout = {
  path: '/gatewayA/payouts/confirm',
  ask: (admin: Person): Promise<Asked> => pendingPayout(admin, payoutBody()),
}
const refund = {
  path: '/refunds/confirm',
  ask: async (admin: Person): Promise<Asked> =>
    askedRefund(admin, { orderId: (await paidOrder(await newMarket())).id, amount: '5.00' }),
}

describe.each([
  ['payout', payout],
  ['refund', refund],
] as const)('a %s that is confirmed with the authenticator beside the mailed code', (_, { path, ask }) => {
  const confirm = (as: Person, body: object) => call(as, 'POST', path, body)

  it('keeps the code of the app good where the mailed one was mistyped, and counts that as a try', async () => {
    const { person, app } = await withTotp('ADMIN')
    const { pendingId, code } = await ask(person)
    nextStep()
    const totp = appCode(app)
    for (let tries = 0; tries < 4; tries++)
      expect(refusal(await confirm(person, { pendingId, code: otherCode(code), totp }))).toEqual([
        401,
        'INVALID_VERIFICATION_CODE',
      ])
    expect((await confirm(person, { pendingId, code, totp })).status).toBe(201)
  })

  it('counts each wrong mailed code: the sixth is not compared, however right', async () => {
    const { person, app } = await withTotp('ADMIN')
    const { pendingId, code } = await ask(person)
    nextStep()
    const totp = appCode(app)
    for (let tries = 0; tries < 5; tries++) await confirm(person, { pendingId, code: otherCode(code), totp })
    expect((await confirm(person, { pendingId, code, totp })).status).toBe(429)
  })

  it('counts each wrong code of the app, whatever the mailed one', async () => {
    const { person, app } = await withTotp('ADMIN')
    const { pendingId, code } = await ask(person)
    nextStep()
    const wrong = { pendingId, code, totp: wrongAppCode(app) }
    const statuses: number[] = []
    for (let tries = 0; tries < 11; tries++) statuses.push((await confirm(person, wrong)).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  it('takes a code of the app once', async () => {
    const { person, app } = await withTotp('ADMIN')
    const one = await ask(person)
    nextStep()
    const totp = appCode(app)
    expect((await confirm(person, { ...pick(one), totp })).status).toBe(201)
    vi.setSystemTime(Date.now() + 1000)
    const two = await ask(person)
    expect((await confirm(person, { ...pick(two), totp })).status).toBe(401)
    expect((await confirm(person, pick(two))).status).toBe(201)
  })

  it('is 410 for an unknown approval, and 409 for a person without an authenticator', async () => {
    const admin = await signUp('ADMIN')
    expect(refusal(await confirm(admin, { pendingId: UNKNOWN, code: '123456', totp: '123456' }))).toEqual(GONE)
    const asked = await ask(admin)
    expect((await confirm(admin, { ...pick(asked), totp: '123456' })).status).toBe(409)
    expect((await confirm(admin, pick(asked))).status).toBe(201)
  })
})

const pick = ({ pendingId, code }: Asked) => ({ pendingId, code })
