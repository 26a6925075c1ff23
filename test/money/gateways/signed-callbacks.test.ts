import { afterEach, describe, expect, it } from 'vitest'
import { call, guest, tally } from '#testing/api.ts'
import { chargeBody, freshPhone, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { newMarket, orderRow, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan, subscriptionOf } from '#testing/fixtures/subscriptions.ts'
import { clearFaults, movementsOf, refuse, setFault, settleMovement, signCallback } from '#testing/sandbox.ts'
import { breaks, movementRow, SECOND, tickAt } from '#testing/stories/money.ts'

// Rule: a callback of gateway A is a reason to read the status with our own token; the read decides. One that verified is
// outside the guests' limit. A refusal on the phone ends the window of a staff charge. Amount and currency are compared always.

afterEach(() => clearFaults())

const movementOf = async (phone: string) => (await movementsOf(phone))[0]?.id ?? ''

describe('a signed callback of gateway A', () => {
  /** A deposit that waits on a phone, and gateway A's signature under what somebody wants it to say. */
  async function claimed(changes: Record<string, unknown>) {
    const seller = await newSeller()
    const phone = freshPhone()
    const plan = await newPlan(monthly('5.00'))
    await call(seller, 'POST', '/subscriptions', subscriptionBody(plan.id, phone))
    const id = await movementOf(phone)
    const { url, body } = await signCallback(id)
    const signed = await signCallback(id, { url, body: JSON.stringify({ ...JSON.parse(body), ...changes }) })
    const send = () =>
      call(guest, 'POST', new URL(signed.url).pathname.replace('/api/v1', ''), signed.body, signed.headers)
    return { seller, phone, send }
  }

  it('that says COMPLETED is not believed while the deposit itself is not: the read decides', async () => {
    const before = await balance('gatewayA:clearing')
    const { seller, send } = await claimed({ status: 'COMPLETED' })
    expect((await send()).status).toBe(200)
    expect((await subscriptionOf(seller)).subscription?.status).toBe('PENDING')
    expect(await balance('gatewayA:clearing')).toBe(before)
  })

  it('that says FAILED does not end what the read says is on its way', async () => {
    const failed = { status: 'FAILED', failureReason: { failureCode: 'PAYMENT_NOT_APPROVED', failureMessage: 'x' } }
    const { seller, phone, send } = await claimed(failed)
    expect((await send()).status).toBe(200)
    expect((await subscriptionOf(seller)).subscription?.status).toBe('PENDING')
    await settleMovement(await movementOf(phone), 'approve')
    // The callback just now was a question: the next one is put off to the end of its half minute.
    await tickAt(Date.now() + 31 * SECOND)
    expect((await subscriptionOf(seller)).subscription?.status).toBe('ACTIVE')
  })

  it('books what the read says, where the two agree', async () => {
    const { seller, phone } = await claimed({})
    await settleMovement(await movementOf(phone), 'approve')
    expect((await subscriptionOf(seller)).subscription?.status).toBe('ACTIVE')
  })
})

describe('callbacks that verified', () => {
  it('are outside the limit of guests: 650 from one address in a minute are all taken', async () => {
    const admin = await signUp('ADMIN')
    const phoneNumber = freshPhone()
    await call(admin, 'POST', '/gatewayB/payin', chargeBody({ phoneNumber }))
    const id = await movementOf(phoneNumber)
    await settleMovement(id, 'approve')
    const { url, headers, body } = await signCallback(id)
    const path = new URL(url).pathname.replace('/api/v1', '')
    const answers: { status: number }[] = []
    for (let round = 0; round < 13; round++) {
      const each = Array.from({ length: 50 }, () =>
        call(guest, 'POST', path, body, { ...headers, 'cf-connecting-ip': '198.51.100.7' }),
      )
      answers.push(...(await Promise.all(each)))
    }
    expect(tally(answers)).toEqual({ 200: 650 })
  }, 60_000)
})

describe('a staff charge that is refused on the phone', () => {
  it('ends its window: the same charge again is another one', async () => {
    const admin = await signUp('ADMIN')
    const wanted = chargeBody()
    const phone = String(wanted.phoneNumber)
    const first = await call(admin, 'POST', '/gatewayB/payin', wanted)
    await refuse(phone)
    expect((await call(admin, 'GET', `/gatewayB/payin/${first.data.orderId}`)).data.status).toBe('failed')
    const second = await call(admin, 'POST', '/gatewayB/payin', wanted)
    expect(second.status).toBe(201)
    expect(second.data).toMatchObject({ status: 'pending' })
    expect(second.data.orderId).not.toBe(first.data.orderId)
    expect(await movementsOf(phone)).toHaveLength(2)
    // The new charge has a window of its own.
    expect((await call(admin, 'POST', '/gatewayB/payin', wanted)).data.orderId).toBe(second.data.orderId)
  })
})

describe('an answer of gateway B that names no currency', () => {
  it('does not pass for the amount that was asked for', async () => {
    const market = await newMarket()
    const phone = freshPhone()
    expect(await setFault({ gateway: 'B', fault: 'noCurrency', kind: 'payin' })).not.toHaveProperty('error')
    await setFault({ gateway: 'B', fault: 'wrongAmount', kind: 'payin' })
    const { data } = await postOrder(market, { payerPhoneNumber: phone })
    await settleMovement(await movementOf(phone), 'approve')
    expect((await orderRow(data.id))?.status).toBe('PENDING_PAYMENT')
    expect(await balance(`order:${data.id}:held`)).toBe(0)
    expect((await movementRow(data.id))?.status).not.toBe('succeeded')
  })

  it('in a list neither', async () => {
    const market = await newMarket()
    const phone = freshPhone()
    await breaks('B', 'noCurrency', { kind: 'payin', times: 1 })
    await breaks('B', 'wrongAmount', { kind: 'payin', times: 1 })
    await breaks('B', 'serverErrorHappened', { kind: 'payin', times: 1 })
    const { data } = await postOrder(market, { payerPhoneNumber: phone })
    await settleMovement(await movementOf(phone), 'approve', ['silent'])
    await call(market.buyer, 'POST', `/orders/${data.id}/payment/check-status`)
    expect((await orderRow(data.id))?.status).toBe('PENDING_PAYMENT')
    expect(await balance(`order:${data.id}:held`)).toBe(0)
  })
})
