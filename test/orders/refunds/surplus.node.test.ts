import { isNotNull } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { refunds } from '#db/schema/orders/refunds.ts'
import { commit } from '#domain/core/commit.ts'
import { getTransaction, selectLatestAttempt } from '#domain/money/gateways/queries.ts'
import { applyReading } from '#domain/money/gateways/readings/apply.ts'
import { closeIncidentsOver } from '#domain/office/incidents/close-over.ts'
import { reserveStock } from '#domain/orders/orders/stock.ts'
import { approveRefund } from '#domain/orders/refunds/deciding/approve.ts'
import { rejectRefund } from '#domain/orders/refunds/deciding/reject.ts'
import { RetryRefund, retryRefund } from '#domain/orders/refunds/deciding/retry.ts'
import { refundAll } from '#domain/orders/refunds/of-orders/send-refund.ts'
import { selectRefunds } from '#domain/orders/refunds/queries.ts'
import type { RefundRow } from '#domain/orders/refunds/refund.ts'
import type { PendingRefund } from '#domain/orders/refunds/view.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { DECLINED, SUCCEEDED } from '#testing/domain/gateways.ts'
import { holdWhole } from '#testing/domain/laws.ts'
import { addAdmin, addMarket, addPlan, mailsTo } from '#testing/domain/market.ts'
import { addTransaction } from '#testing/domain/money.ts'
import { addOrder, orderFile } from '#testing/domain/orders.ts'
import { decideByHand } from '#testing/domain/resolutions.ts'

const domain = openDomain((market) => {
  addMarket(market)
  addAdmin(market)
  addPlan(market, 10, 10)
})
const admin = domain.as({ id: 'admin', role: 'ADMIN', email: 'admin@soko.test', provenAt: NOW })

import type { Reading } from '#kernel/outcome.ts'

const note = 'Vu sur le relevé.'
const broken = async () => holdWhole(domain).filter(({ ok }) => !ok)
const balance = (code: string) =>
  domain.row<{ minor: number }>('SELECT balance_minor AS minor FROM accounts WHERE code = ?', code)?.minor ?? 0

const refund = async () =>
  (await domain.ctx.db.select().from(refunds).where(isNotNull(refunds.payinId)))[0] as RefundRow
/** The last call that the refund of the surplus asked for. */
async function sentBack(): Promise<GatewayTransaction> {
  const last = 'SELECT id FROM gateway_transactions WHERE subject_id = ? ORDER BY rowid DESC LIMIT 1'
  return getTransaction(domain.ctx, String(domain.row(last, (await refund()).id)?.id))
}
const resend = async (ctx = admin) => retryRefund(ctx, (await refund()).id, RetryRefund.parse({}))

/** An attempt with its history, as `intend` writes both. */
function intended(facts: Parameters<typeof addTransaction>[1]) {
  const tx = addTransaction(domain, { status: 'review', ...facts })
  const first = { thing: 'gateway_transaction', event: 'intend', to_status: tx.status, at: NOW }
  domain.add('history', { thing_id: tx.id, version: 1, ...first })
}

/** An order of 21.51 whose payin brought so much. */
async function orderThatGot(amountMinor: number) {
  addOrder(domain)
  await commit(domain.ctx, reserveStock(domain.ctx, await orderFile(domain)))
  intended({ id: 'tx' })
  await decideByHand(admin, 'tx', { outcome: 'succeeded', note, amountMinor })
}

describe('a payin that brought less', () => {
  it('is never the full one by lateSuccess', async () => {
    await orderThatGot(2000)
    await expect(decideByHand(admin, 'tx', { outcome: 'lateSuccess', note })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await orderFile(domain)).toMatchObject({ paymentStatus: 'FAILED', paidCurrency: null })
    expect(balance('payins:held')).toBe(2000)
    expect(await broken()).toEqual([])
  })
})

/** A deposit of 5.00 for a subscription that brought so much. */
async function depositThatGot(amountMinor: number) {
  domain.add('subscription_payments', {
    ...{ id: 'pay', subscription_id: 'su', seller_profile_id: 'sp', amount_minor: 500, currency: 'USD' },
    ...{ status: 'PENDING', expires_at: NOW + 1e9, created_at: NOW, updated_at: NOW },
  })
  for (const [thing, id, status] of [
    ['subscription_payment', 'pay', 'PENDING'],
    ['subscription', 'su', 'ACTIVE'],
  ])
    domain.add('history', { thing_id: id, version: 1, thing, event: 'create', to_status: status, at: NOW })
  const deposit = { gateway: 'A', kind: 'deposit', purpose: 'SUBSCRIPTION', subjectId: 'pay' } as const
  intended({ id: 'tx', ...deposit, phone: '243810000002', amountMinor: 500 })
  await decideByHand(admin, 'tx', { outcome: 'succeeded', note, amountMinor })
}

describe('what a payin brought beside what it pays', () => {
  it.each([
    ['an order, more', () => orderThatGot(2251), 100],
    ['an order, less', () => orderThatGot(2000), 2000],
    ['a deposit, more', () => depositThatGot(600), 100],
    ['a deposit, less', () => depositThatGot(400), 400],
  ] as const)('goes back, and all laws hold (%s)', async (_what, brought, amountMinor) => {
    await brought()
    expect(balance('payins:held')).toBe(amountMinor)
    expect(await broken()).toEqual([])
    await resend()
    expect(await refund()).toMatchObject({ status: 'PROCESSING', amountMinor })
    expect(await broken()).toEqual([])
    await applyReading(domain.after(1), await sentBack(), SUCCEEDED)
    expect(await refund()).toMatchObject({ status: 'SUCCEEDED' })
    expect(balance('payins:held')).toBe(0)
    expect(await broken()).toEqual([])
  })

  it('is beside the refund of the whole order', async () => {
    await orderThatGot(2251)
    await resend()
    await applyReading(domain.after(1), await sentBack(), SUCCEEDED)
    domain.run("UPDATE gateway_transactions SET agreed_at = ? WHERE id = 'tx'", NOW)
    await commit(domain.ctx, refundAll(domain.ctx, await orderFile(domain)).writes)
    expect(await broken()).toEqual([])
    const [whole] = await selectRefunds(domain.ctx, 'o1')
    const [sent] = await selectLatestAttempt(domain.ctx, whole?.id ?? '')
    await applyReading(domain.after(2), sent as GatewayTransaction, SUCCEEDED)
    expect(await broken()).toEqual([])
  })
})

it.each([
  ['an order', () => orderThatGot(2251)],
  ['a deposit', () => depositThatGot(600)],
] as const)('a refund of a surplus that people said has failed waits for its gateway (%s)', async (_what, brought) => {
  await brought()
  await resend()
  const { id } = await sentBack()
  await decideByHand(admin, id, { outcome: 'failed', note })
  await expect(resend()).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await refund()).status).toBe('FAILED')
  expect(await broken()).toEqual([])
  domain.run('UPDATE gateway_transactions SET agreed_at = ? WHERE id = ?', NOW, id)
  await resend()
  expect((await refund()).status).toBe('PROCESSING')
})

describe('a payin that brought more, and its operator takes back', () => {
  const PAYINS = [
    ['an order', () => orderThatGot(2251), 'gatewayB:clearing'],
    ['a deposit', () => depositThatGot(600), 'gatewayA:clearing'],
  ] as const
  const takenBack = () => decideByHand(admin, 'tx', { outcome: 'reversed', note })
  const isOver = async (status: string, cash: number, clearing: string) => {
    expect((await refund()).status).toBe(status)
    expect([balance('payins:held'), balance('platform:cash'), balance(clearing)]).toEqual([0, cash, 0 - cash])
    expect(await broken()).toEqual([])
  }

  it.each(PAYINS)('ends the refund of its surplus that waits (%s)', async (_what, brought, clearing) => {
    await brought()
    await takenBack()
    await isOver('REJECTED', 0, clearing)
  })

  it.each(PAYINS)('ends one that failed, and its incidents (%s)', async (_what, brought, clearing) => {
    await brought()
    await resend()
    await applyReading(domain.after(1), await sentBack(), DECLINED)
    const open = `incidents WHERE refund_id = '${(await refund()).id}' AND status = 'OPEN'`
    expect(domain.rows(`SELECT ref FROM ${open}`)).toHaveLength(1)
    await takenBack()
    expect(domain.rows(`SELECT ref FROM ${open}`)).toEqual([])
    await isOver('REJECTED', 0, clearing)
  })

  it.each(PAYINS)('is our loss where it has gone back (%s)', async (_what, brought, clearing) => {
    await brought()
    await resend()
    await applyReading(domain.after(1), await sentBack(), SUCCEEDED)
    await takenBack()
    await isOver('SUCCEEDED', -100, clearing)
  })

  it.each(PAYINS)('has one on its way that fails come to our cash (%s)', async (_what, brought, clearing) => {
    await brought()
    await resend()
    await takenBack()
    expect(await broken()).toEqual([])
    await applyReading(domain.after(1), await sentBack(), DECLINED)
    await isOver('SUCCEEDED', 0, clearing)
    expect(domain.rows("SELECT 1 FROM incidents WHERE ref GLOB 'refundUnneeded:*'")).toHaveLength(1)
  })

  it('gives all of it back, of a charge of staff', async () => {
    intended({ id: 'tx', purpose: 'CHARGE', subjectId: 'tx' })
    await decideByHand(admin, 'tx', { outcome: 'succeeded', note, amountMinor: 2251 })
    await takenBack()
    expect(balance('gatewayB:clearing')).toBe(0)
    expect(await broken()).toEqual([])
  })
})

describe('a payin that brought less and paid nothing, and its operator takes back', () => {
  const PAYINS = [
    ['an order', () => orderThatGot(2000), 'gatewayB:clearing'],
    ['a deposit', () => depositThatGot(400), 'gatewayA:clearing'],
  ] as const
  const status = () => domain.row("SELECT status, received_minor FROM gateway_transactions WHERE id = 'tx'")
  const contradictions = () => domain.rows("SELECT ref, status FROM incidents WHERE ref GLOB 'contradiction:*'")

  it.each(PAYINS)('ends the refund that waits, and nothing else is taken (%s)', async (_what, brought, clearing) => {
    await brought()
    await decideByHand(admin, 'tx', { outcome: 'reversed', note })
    expect(status()).toEqual({ status: 'failed', received_minor: null })
    expect((await refund()).status).toBe('REJECTED')
    expect([balance('payins:held'), balance('platform:cash'), balance(clearing)]).toEqual([0, 0, 0])
    expect(await broken()).toEqual([])
  })

  it.each(PAYINS)('is our loss once it has gone back (%s)', async (_what, brought, clearing) => {
    await brought()
    await resend()
    await applyReading(domain.after(1), await sentBack(), SUCCEEDED)
    const broughtMinor = (await refund()).amountMinor
    await decideByHand(admin, 'tx', { outcome: 'reversed', note })
    expect([balance('platform:cash'), balance(clearing)]).toEqual([-broughtMinor, broughtMinor])
    expect(await broken()).toEqual([])
  })

  it.each(PAYINS)('has one on its way that fails come to our cash (%s)', async (_what, brought, clearing) => {
    await brought()
    await resend()
    await decideByHand(admin, 'tx', { outcome: 'reversed', note })
    expect(await broken()).toEqual([])
    await applyReading(domain.after(1), await sentBack(), DECLINED)
    expect((await refund()).status).toBe('SUCCEEDED')
    expect([balance('payins:held'), balance('platform:cash'), balance(clearing)]).toEqual([0, 0, 0])
    await expect(resend()).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await broken()).toEqual([])
  })

  it('a charge of staff that is taken back is the platform’s loss', async () => {
    intended({ id: 'tx', purpose: 'CHARGE', subjectId: 'tx' })
    await decideByHand(admin, 'tx', { outcome: 'succeeded', note, amountMinor: 2000 })
    await decideByHand(admin, 'tx', { outcome: 'reversed', note })
    expect([balance('platform:charges'), balance('gatewayB:clearing')]).toEqual([0, 0])
    expect(await broken()).toEqual([])
  })

  it.each([
    ['a failure', DECLINED],
    ['a reversal', { outcome: { kind: 'pending', state: 'REVERSED' } }],
  ] satisfies [string, Reading][])(
    'is told by an incident when its gateway says %s, until that is decided',
    async (_what, said) => {
      await orderThatGot(2000)
      for (const agreedAt of [null, NOW]) {
        domain.run("UPDATE gateway_transactions SET agreed_at = ? WHERE id = 'tx'", agreedAt)
        await applyReading(domain.after(1), await getTransaction(domain.ctx, 'tx'), said)
        await closeIncidentsOver(domain.after(2))
        expect(contradictions()).toEqual([{ ref: 'contradiction:tx:reversed', status: 'OPEN' }])
      }
      await decideByHand(admin, 'tx', { outcome: 'reversed', note })
      expect(contradictions()).toEqual([{ ref: 'contradiction:tx:reversed', status: 'RESOLVED' }])
      expect(await broken()).toEqual([])
    },
  )

  it('is no end of one that brought nothing: 409', async () => {
    addOrder(domain)
    await commit(domain.ctx, reserveStock(domain.ctx, await orderFile(domain)))
    intended({ id: 'tx' })
    await decideByHand(admin, 'tx', { outcome: 'failed', note })
    await expect(decideByHand(admin, 'tx', { outcome: 'reversed', note })).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('a surplus whose payer lost the number', () => {
  const ELSEWHERE = { phoneNumber: '243810000009', network: 'airtel' }
  const retry = async (named: object, ctx = admin) => retryRefund(ctx, (await refund()).id, RetryRefund.parse(named))
  const refusal = { code: 'VALIDATION_ERROR' }
  async function failed(brought: () => Promise<void>) {
    await brought()
    await resend()
    await applyReading(domain.after(1), await sentBack(), DECLINED)
  }
  const verify = (who: string) =>
    domain.run('UPDATE users SET phone = ?, phone_verified_at = 1 WHERE id = ?', ELSEWHERE.phoneNumber, who)

  it.each([
    ['an order, more', () => orderThatGot(2251), 'buyer', { gateway: 'B', network: 'airtel' }],
    ['an order, less', () => orderThatGot(2000), 'buyer', { gateway: 'B', network: 'airtel' }],
    ['a deposit', () => depositThatGot(600), 'seller', { gateway: 'A', network: 'AIRTEL_COD' }],
  ] as const)('goes to another of their numbers, by a code alone (%s)', async (_what, brought, payer, how) => {
    await failed(brought)
    await expect(retry(ELSEWHERE)).rejects.toMatchObject(refusal)
    verify(payer === 'buyer' ? 'seller' : 'buyer')
    await expect(retry(ELSEWHERE)).rejects.toMatchObject(refusal)
    domain.run("UPDATE users SET phone = NULL, phone_verified_at = NULL WHERE role <> 'ADMIN'")
    verify(payer)
    const asked = await retry(ELSEWHERE)
    expect(asked).toMatchObject({ refundId: (await refund()).id })
    expect((await refund()).status).toBe('FAILED')

    const [mail] = mailsTo(domain, 'admin@soko.test').filter(({ kind }) => kind === 'code.refund')
    const code = /\d{6}/.exec(mail?.body ?? '')?.[0] ?? ''
    await approveRefund(admin, { pendingId: (asked as PendingRefund).pendingId, code })
    const sent = await sentBack()
    expect(sent).toMatchObject({ kind: 'payout', phone: ELSEWHERE.phoneNumber, ...how })
    await applyReading(domain.after(2), sent, SUCCEEDED)
    expect((await refund()).status).toBe('SUCCEEDED')
    expect(balance('payins:held')).toBe(0)
    expect(domain.rows("SELECT 1 FROM outbox WHERE kind = 'refund.other-number'")).not.toEqual([])
    expect(await broken()).toEqual([])
  })

  /** Makes a refund that went to another of their numbers by a code, and failed there too. */
  async function failedElsewhere(brought: () => Promise<void>, payer: 'buyer' | 'seller') {
    await failed(brought)
    verify(payer)
    const asked = await retry(ELSEWHERE)
    const [mail] = mailsTo(domain, 'admin@soko.test').filter(({ kind }) => kind === 'code.refund')
    const code = /\d{6}/.exec(mail?.body ?? '')?.[0] ?? ''
    await approveRefund(admin, { pendingId: (asked as PendingRefund).pendingId, code })
    await applyReading(domain.after(2), await sentBack(), DECLINED)
    expect(await refund()).toMatchObject({ status: 'FAILED', phone: ELSEWHERE.phoneNumber })
  }
  const PAYERS = [
    ['an order', () => orderThatGot(2251), 'buyer'],
    ['a deposit', () => depositThatGot(600), 'seller'],
  ] as const

  it.each(PAYERS)('goes there again without a code while it is theirs (%s)', async (_what, brought, payer) => {
    await failedElsewhere(brought, payer)
    expect(await retry({})).toMatchObject({ status: 'PROCESSING' })
    expect((await sentBack()).phone).toBe(ELSEWHERE.phoneNumber)
    expect(await broken()).toEqual([])
  })

  it.each(PAYERS)('goes there no more once it is not theirs (%s)', async (_what, brought, payer) => {
    await failedElsewhere(brought, payer)
    const { id } = await sentBack()
    domain.run('UPDATE users SET phone = NULL, phone_verified_at = NULL WHERE id = ?', payer)
    await expect(retry({})).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await sentBack()).id).toBe(id)
    expect((await refund()).status).toBe('FAILED')
  })

  it.each(PAYERS)('takes a code for a number that none approved for that much (%s)', async (_what, brought, payer) => {
    await failedElsewhere(brought, payer)
    domain.run("UPDATE refunds SET approved_phones = json_set(approved_phones, '$[0].amountMinor', 1)")
    expect(await retry({}, { ...admin, now: NOW + 2 * MINUTE_MS })).toMatchObject({
      refundId: (await refund()).id,
      pendingId: expect.any(String),
    })
    expect((await refund()).status).toBe('FAILED')
  })

  it('is not rejected, and the answer says what to do', async () => {
    await failed(() => orderThatGot(2251))
    const message = expect.stringContaining('à un autre de ses numéros')
    await expect(rejectRefund(admin, (await refund()).id, { reason: 'Non.' })).rejects.toMatchObject({ message })
  })
})
