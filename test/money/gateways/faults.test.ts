import { afterEach, describe, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '#kernel/time.ts'
import { call } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { count, first, letAsk } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { newMarket, orderRow, postOrder } from '#testing/fixtures/orders.ts'
import { clearFaults, movementsOf, resendCallback, setFault, settleMovement } from '#testing/sandbox.ts'

afterEach(() => clearFaults())

/** The minute's cron, some minutes later: the sweep asks about what is open. */
async function sweepAfter(minutes: number): Promise<void> {
  await minuteCronAfter(minutes * MINUTE_MS)
  vi.useRealTimers()
}

const attemptOf = (orderId: string) =>
  first<{ status: string; externalId: string | null }>(
    'SELECT status, external_id AS externalId FROM gateway_transactions WHERE subject_id = ?',
    orderId,
  )
const incidents = () => count('incidents')

/** A buyer orders while gateway B has this fault; the fault is gone afterwards. */
async function orderWith(fault: string, more: { kind?: string; ms?: number } = {}, ending = '123') {
  const market = await newMarket()
  const phone = freshPhone(ending)
  await setFault({ gateway: 'B', fault, kind: 'payin', ...more })
  const placed = await postOrder(market, { payerPhoneNumber: phone })
  const [row] = (await call(market.buyer, 'GET', '/orders/me')).data.orders
  return { market, phone, placed, id: row.id as string }
}
const only = async (phone: string) => {
  const movements = await movementsOf(phone)
  expect(movements.length).toBeLessThanOrEqual(1)
  return movements[0]
}

describe('a payin call whose outcome is not known', () => {
  it.each([
    ['answers 500 after it was taken', 'serverErrorHappened'],
    ['answers rubbish after it was taken', 'garbage'],
    ['times out after it was taken', 'timeoutHappened'],
  ])('%s: still pending, found in the list, paid once', async (_, fault) => {
    const { phone, placed, id } = await orderWith(fault, { ms: 1500 })
    expect(placed.status).toBe(201)
    expect(placed.data.payin.status).toBe('pending')
    const movement = await only(phone)
    await sweepAfter(2)
    expect(await attemptOf(id)).toMatchObject({ status: 'pending', externalId: movement?.id })
    await letAsk()
    await settleMovement(movement?.id ?? '', 'approve')
    expect(await orderRow(id)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    expect(await balance(`order:${id}:held`)).toBe(2700)
  })

  it.each([
    ['answers 500 and never took it', 'serverErrorNotHappened'],
    ['is down', 'down'],
  ])('%s: nothing is concluded at once, and it expires with the order', async (_, fault) => {
    const { phone, placed, id } = await orderWith(fault)
    expect(placed.status).toBe(201)
    expect(await only(phone)).toBeUndefined()
    await clearFaults()
    await sweepAfter(2)
    expect(await attemptOf(id)).toMatchObject({ status: 'pending' })
    await sweepAfter(20)
    expect(await attemptOf(id)).toMatchObject({ status: 'expired' })
    expect(await orderRow(id)).toMatchObject({ status: 'CANCELLED' })
    expect(await balance(`order:${id}:held`)).toBe(0)
  })
})

describe('a callback', () => {
  it('a callback before the answer of the call is applied once', async () => {
    const { id } = await orderWith('callbackBeforeAnswer')
    expect(await orderRow(id)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    expect(await balance(`order:${id}:held`)).toBe(2700)
  })

  it('a callback that comes three times is applied once', async () => {
    const { phone, id } = await orderWith('answeredTwice')
    const movement = await only(phone)
    await settleMovement(movement?.id ?? '', 'approve')
    await resendCallback(movement?.id ?? '')
    expect(await balance(`order:${id}:held`)).toBe(2700)
  })

  it('the sweep makes up for a callback that never comes', async () => {
    const { phone, id } = await orderWith('silent')
    await settleMovement((await only(phone))?.id ?? '', 'approve')
    expect(await orderRow(id)).toMatchObject({ status: 'PENDING_PAYMENT' })
    await sweepAfter(2)
    expect(await orderRow(id)).toMatchObject({ status: 'PENDING_SELLER_REVIEW' })
  })

  it('a forged signature is refused and moves nothing', async () => {
    const { phone, id } = await orderWith('forged')
    await settleMovement((await only(phone))?.id ?? '', 'approve')
    expect(await orderRow(id)).toMatchObject({ status: 'PENDING_PAYMENT' })
    const body = JSON.stringify({
      transaction_id: (await only(phone))?.id,
      order_id: id,
      status: 'successful',
      amount: 27,
      currency: 'USD',
    })
    const forged = await call(null, 'POST', '/gatewayB/callbacks', body, { signature: 'ab'.repeat(32) })
    expect(forged).toMatchObject({ status: 401, error: { code: 'UNAUTHORIZED' } })
    expect((await call(null, 'POST', '/gatewayB/callbacks', body)).status).toBe(401)
    expect(await orderRow(id)).toMatchObject({ status: 'PENDING_PAYMENT' })
  })

  it('nobody believes a callback that the status contradicts', async () => {
    const { phone, id } = await orderWith('statusDisagrees')
    await settleMovement((await only(phone))?.id ?? '', 'approve')
    expect(await orderRow(id)).toMatchObject({ status: 'PENDING_PAYMENT', paymentStatus: 'FAILED' })
    expect(await balance(`order:${id}:held`)).toBe(0)
  })

  it('another amount opens an incident and moves nothing', async () => {
    const before = await incidents()
    const { phone, id } = await orderWith('wrongAmount')
    await settleMovement((await only(phone))?.id ?? '', 'approve')
    expect(await attemptOf(id)).toMatchObject({ status: 'review' })
    expect(await balance(`order:${id}:held`)).toBe(0)
    expect(await incidents()).toBe(before + 1)
  })

  it('a failure after a success changes nothing', async () => {
    const { phone, id } = await orderWith('failedAfterCompleted')
    await settleMovement((await only(phone))?.id ?? '', 'approve')
    expect(await orderRow(id)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
    expect(await balance(`order:${id}:held`)).toBe(2700)
  })

  it('about a movement that is not ours is answered and forgotten', async () => {
    const bytes = new TextEncoder().encode(
      JSON.stringify({ transaction_id: 'x', order_id: 'nobody', status: 'successful', amount: 1, currency: 'USD' }),
    )
    const key = await crypto.subtle.importKey(
      'raw',
      new TextEncoder().encode('test-mbiyopay-webhook'),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    )
    const signature = [...new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes))]
      .map((b) => b.toString(16).padStart(2, '0'))
      .join('')
    const heard = await call(null, 'POST', '/gatewayB/callbacks', new TextDecoder().decode(bytes), { signature })
    expect(heard.data).toEqual({ received: true })
  })
})
