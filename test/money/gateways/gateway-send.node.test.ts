import { describe, expect, it } from 'vitest'
import { commit } from '#domain/core/commit.ts'
import { finish } from '#domain/money/gateways/attempts/finish.ts'
import { FIRST_CHECK_MS, intend } from '#domain/money/gateways/attempts/intend.ts'
import { send } from '#domain/money/gateways/attempts/send.ts'
import { askOrSend } from '#domain/money/gateways/clock/check-due.ts'
import { getTransaction } from '#domain/money/gateways/queries.ts'
import { pollGateway } from '#domain/money/gateways/readings/poll.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction } from '#testing/domain/money.ts'
import { addOrder } from '#testing/domain/orders.ts'

const domain = openDomain(addMarket)
const { ctx, answers, calls } = domain

const row = (id = 'tx') => getTransaction(ctx, id)
/** A withdrawal that waits to be sent. */
function unsentPayout() {
  const money = { amount_minor: 2151, currency: 'USD', phone: '243810000001', network: 'airtel', country: 'CD' }
  const paid = { gateway: 'B', requested_by: 'seller', account: 'seller:sp:available', status: 'ACCEPTED' }
  domain.add('payouts', { id: 'p1', ...paid, ...money, created_at: NOW, updated_at: NOW })
  return addTransaction(domain, { sentAt: null, kind: 'payout', purpose: 'WITHDRAWAL', subjectId: 'p1' })
}

const CHARGE = {
  gateway: 'B',
  kind: 'payin',
  purpose: 'CHARGE',
  subjectId: 'c1',
  reference: 'ref-1',
  amountMinor: 700,
  currency: 'USD',
  phone: '243810000001',
  network: 'airtel',
  country: 'CD',
} as const

describe('an intent', () => {
  it('is written before any call, to be asked about after 30 s', async () => {
    const { row: intent, writes } = intend(ctx, CHARGE)
    await commit(ctx, writes)
    expect(FIRST_CHECK_MS).toBe(30_000)
    expect(await row(intent.id)).toEqual({
      ...CHARGE,
      id: intent.id,
      externalId: null,
      originalReference: null,
      status: 'pending',
      state: null,
      feeMinor: null,
      chargedMinor: null,
      failureCode: null,
      failureMessage: null,
      sentAt: null,
      checks: 0,
      nextCheckAt: NOW + 30_000,
      finalAt: null,
      reachedAt: {},
      version: 1,
      createdAt: NOW,
      updatedAt: NOW,
      askedAt: null,
      reportedAt: null,
      decidedAt: null,
      agreedAt: null,
      receivedMinor: null,
    })
    expect(await row(intent.id)).toEqual(intent)
    expect(domain.rows('SELECT thing, event, to_status FROM history')).toEqual([
      { thing: 'gateway_transaction', event: 'intend', to_status: 'pending' },
    ])
    expect(calls).toEqual([])
  })

  it('the commit that writes an intent can claim it, and names the payment that it gives back', () => {
    const { row: claimed } = intend(ctx, { ...CHARGE, claimed: true, originalReference: 'deposit-1' })
    expect(claimed).toMatchObject({ sentAt: NOW, originalReference: 'deposit-1' })
    expect(claimed).not.toHaveProperty('claimed')
  })

  it('lives alone for what it pays', async () => {
    await commit(ctx, intend(ctx, CHARGE).writes)
    await expect(commit(ctx, intend(ctx, { ...CHARGE, reference: 'ref-2' }).writes)).rejects.toMatchObject({
      reason: 'PAYMENT_IN_PROGRESS',
    })
  })
})

describe('the call', () => {
  const money = { amountMinor: 2151, currency: 'USD' }
  const B = { id: 'tx-ref', money, network: 'airtel', phone: '243810000001', country: 'CD' }
  const A = { id: 'tx-ref', money, phone: '243810000001', provider: 'AIRTEL_COD', message: 'Soko marche' }

  it.each([
    ['B', 'payin', 'mbiyopay.payin', B],
    ['B', 'payout', 'mbiyopay.payout', { ...B, beneficiary: '243810000001' }],
    ['B', 'deposit', 'mbiyopay.payin', B],
    ['B', 'refund', 'mbiyopay.payout', { ...B, beneficiary: '243810000001' }],
    ['A', 'deposit', 'pawapay.deposit', A],
    ['A', 'payin', 'pawapay.deposit', A],
    ['A', 'payout', 'pawapay.payout', A],
    ['A', 'refund', 'pawapay.refund', { id: 'tx-ref', depositId: 'dep-1', money }],
  ] as const)('gateway %s, %s', async (gateway, kind, what, request) => {
    const tx = addTransaction(domain, { gateway, kind, originalReference: 'dep-1' })
    await send(ctx, tx)
    expect(calls).toEqual([{ what, with: request }])
  })

  it('the call of a refund without a deposit names none', async () => {
    await send(ctx, addTransaction(domain, { gateway: 'A', kind: 'refund' }))
    expect(calls[0]?.with).toMatchObject({ depositId: '' })
  })

  it('is made once: whoever claims it first makes it', async () => {
    addTransaction(domain, { id: 'bystander', subjectId: 'o9', sentAt: null })
    const tx = unsentPayout()
    answers.push({ kind: 'pending', externalId: 'ext-1' })
    const later = domain.after(5)
    const [first, second] = await Promise.all([send(later, tx), send(later, tx)])
    expect(calls).toHaveLength(1)
    expect(first).toMatchObject({ sentAt: NOW + 5, externalId: 'ext-1' })
    expect(second).toMatchObject({ id: 'tx', sentAt: NOW + 5 })
    expect(await row('bystander')).toMatchObject({ sentAt: null })
  })

  it('is not made for what ended meanwhile', async () => {
    const tx = addTransaction(domain, { sentAt: null })
    domain.run("UPDATE gateway_transactions SET status = 'failed'")
    expect(await send(ctx, tx)).toMatchObject({ status: 'failed', sentAt: null })
    expect(calls).toEqual([])
  })

  it('is not made where what it is for was over before it was claimed', async () => {
    addOrder(domain, { status: 'CANCELLED' })
    const payin = addTransaction(domain, { id: 'in', reference: 'in', sentAt: null, purpose: 'ORDER', subjectId: 'o1' })
    const payout = unsentPayout()
    domain.run("UPDATE payouts SET status = 'CANCELLED'")
    for (const tx of [payin, payout])
      expect(await send(ctx, tx), tx.purpose).toMatchObject({ status: 'pending', sentAt: null })
    expect(calls).toEqual([])
  })

  it.each([
    ['B', 'payin'],
    ['A', 'deposit'],
  ] as const)('of a payer who waits answers at once, and remembers afterwards (%s, %s)', async (gateway, kind) => {
    const claimed = addTransaction(domain, { gateway, kind, purpose: 'CHARGE' })
    answers.push({ kind: 'pending', externalId: 'ext-1', state: 'ACCEPTED' })
    expect(await send(ctx, claimed)).toEqual({ ...claimed, externalId: 'ext-1', state: 'ACCEPTED' })
    expect(await row()).toEqual(claimed)
    await Promise.all(domain.laters.map((work) => work()))
    expect(await row()).toMatchObject({ externalId: 'ext-1', state: 'ACCEPTED', checks: 1 })
  })

  it('an answer without further facts writes none', async () => {
    answers.push({ kind: 'pending' })
    expect(await send(ctx, addTransaction(domain))).toMatchObject({ externalId: null, state: null, checks: 0 })
  })

  it.each(['payout', 'refund'] as const)('of a %s is applied before it is answered', async (kind) => {
    answers.push({ kind: 'pending', state: 'ACCEPTED' })
    const sent = await send(ctx, addTransaction(domain, { gateway: 'A', kind, purpose: 'CHARGE' }))
    expect(sent).toMatchObject({ state: 'ACCEPTED', checks: 1 })
    expect(await row()).toEqual(sent)
    expect(domain.laters).toEqual([])
  })

  it.each([
    [0, 30_000],
    [1, 120_000],
    [2, 600_000],
    [3, 3_600_000],
  ])('that certainly never arrived may be made again, later and later (%i)', async (checks, ms) => {
    const other = addTransaction(domain, { id: 'other', subjectId: 'o9' })
    const tx = addTransaction(domain, { checks })
    answers.push({ kind: 'notSent', detail: 'refused to connect' })
    const unsent = { ...tx, sentAt: null, checks: checks + 1, nextCheckAt: NOW + ms }
    expect(await send(ctx, tx)).toEqual(unsent)
    expect(await row()).toEqual(unsent)
    expect(await row('other')).toEqual(other)
  })

  it('a verdict in the answer is applied', async () => {
    const tx = addTransaction(domain, { purpose: 'CHARGE' })
    answers.push({ kind: 'succeeded', externalId: 'ext-1' })
    expect(await send(ctx, tx)).toMatchObject({ status: 'succeeded', externalId: 'ext-1' })
    expect(await row()).toMatchObject({ status: 'succeeded' })
  })
})

describe('asking', () => {
  const ended = { outcome: { kind: 'succeeded' } }

  it('a question never makes the call: the sweep does', async () => {
    const tx = unsentPayout()
    expect(await pollGateway(ctx, tx)).toEqual(tx)
    expect(calls).toEqual([])
    answers.push({ kind: 'pending' })
    await askOrSend(ctx, tx)
    expect(calls.map(({ what }) => what)).toEqual(['mbiyopay.payout'])
  })

  it.each([
    ['a question', pollGateway],
    ['the sweep', askOrSend],
  ])('%s ends what was not sent for a thing that is over', async (_who, act) => {
    const tx = unsentPayout()
    domain.run("UPDATE payouts SET status = 'CANCELLED'")
    expect(await act(ctx, tx)).toMatchObject({ status: 'failed', failureCode: 'NOT_SENT', nextCheckAt: null })
    expect(calls).toEqual([])
  })

  it('a charge of staff that was not sent fails after an hour, and nobody sends it', async () => {
    const tx = addTransaction(domain, { sentAt: null, purpose: 'CHARGE' })
    const early = await askOrSend(domain.after(3_599_999), tx)
    expect(early).toMatchObject({ status: 'pending', nextCheckAt: NOW + 3_600_000 })
    expect(await askOrSend(domain.after(3_600_000), tx)).toMatchObject({ status: 'failed', failureCode: 'NOT_SENT' })
    expect(calls).toEqual([])
  })

  it('twice within 30 seconds asks once, and puts the second question off', async () => {
    const tx = addTransaction(domain, { purpose: 'CHARGE', externalId: 'ext-1', nextCheckAt: NOW + 600_000 })
    answers.push(...Array.from({ length: 2 }, () => ({ outcome: { kind: 'pending' } })))
    const both = await Promise.all([pollGateway(ctx, tx), pollGateway(ctx, tx)])
    expect(calls).toHaveLength(1)
    expect(both.map(({ status }) => status)).toEqual(['pending', 'pending'])
    const asked = await row()
    domain.run('UPDATE gateway_transactions SET next_check_at = ?', NOW + 600_000)
    await pollGateway(domain.after(29_999), { ...asked, nextCheckAt: NOW + 600_000 })
    expect(calls).toHaveLength(1)
    expect(await row()).toMatchObject({ askedAt: NOW, nextCheckAt: NOW + 30_000 })
    await pollGateway(domain.after(30_000), await row())
    expect(calls).toHaveLength(2)
  })

  it('a question about an attempt that ended makes no call', async () => {
    const tx = addTransaction(domain, { sentAt: null, status: 'expired', purpose: 'CHARGE', externalId: 'e' })
    answers.push({ outcome: { kind: 'pending' } })
    await pollGateway(ctx, tx)
    expect(calls.map(({ what }) => what)).toEqual(['mbiyopay.read'])
  })

  it.each([
    ['deposit', 'deposit'],
    ['payin', 'deposit'],
    ['payout', 'payout'],
    ['refund', 'refund'],
  ] as const)('gateway A of a %s reads the %s', async (kind, asked) => {
    answers.push(ended)
    const tx = addTransaction(domain, { gateway: 'A', kind, purpose: 'CHARGE', externalId: 'never asked by' })
    expect(await pollGateway(ctx, tx)).toMatchObject({ status: 'succeeded' })
    expect(calls).toEqual([{ what: 'pawapay.read', with: [asked, 'tx-ref'] }])
  })

  it.each([
    ['the same reference', 'tx-ref', 'succeeded'],
    ['no reference', undefined, 'succeeded'],
    ['another reference', 'else', 'pending'],
  ])('gateway B by its id, answered with %s', async (_what, reference, status) => {
    answers.push({ ...ended, ...(reference && { reference }) })
    const tx = addTransaction(domain, { purpose: 'CHARGE', externalId: 'ext-1' })
    expect(await pollGateway(ctx, tx)).toMatchObject({ status, checks: status === 'pending' ? 1 : 0 })
    expect(calls).toEqual([{ what: 'mbiyopay.read', with: 'ext-1' }])
  })

  it.each([
    ['succeeded', { kind: 'succeeded' }, 'succeeded'],
    ['pending', { kind: 'pending' }, 'pending'],
    ['declined', { kind: 'declined', failureCode: 'NO' }, 'failed'],
  ])('gateway B without its id finds it in the list: %s', async (_what, outcome, status) => {
    answers.push({ outcome, externalId: 'ext-7' })
    const tx = addTransaction(domain, { purpose: 'CHARGE' })
    expect(await pollGateway(ctx, tx)).toMatchObject({ status, externalId: 'ext-7' })
    expect(calls).toEqual([{ what: 'mbiyopay.findByReference', with: 'tx-ref' }])
  })

  it.each([
    ['an unreadable list', { outcome: { kind: 'unknown', detail: '' }, externalId: 'ext-7' }],
    ['a list without it', { outcome: { kind: 'notFound' }, externalId: 'ext-7' }],
    ['a list that says no id', { outcome: { kind: 'pending' } }],
  ])('%s leaves it without an id', async (_what, reading) => {
    answers.push(reading)
    const asked = await pollGateway(ctx, addTransaction(domain, { purpose: 'CHARGE' }))
    expect(asked).toMatchObject({ status: 'pending', externalId: null, checks: 1 })
  })
})

describe('a call that somebody makes while it is ended as never made', () => {
  it.each(['failed', 'expired'] as const)('is not ended: it is %s by nobody, and asked about', async (verdict) => {
    const tx = addTransaction(domain, { sentAt: null, purpose: 'CHARGE' })
    const writes = await finish(ctx, tx, verdict)
    domain.run('UPDATE gateway_transactions SET sent_at = ?', NOW)
    await expect(commit(ctx, writes)).rejects.toMatchObject({ reason: 'REQUEST_IN_PROGRESS' })
    expect(await row()).toMatchObject({ status: 'pending', sentAt: NOW, finalAt: null })
  })
})
