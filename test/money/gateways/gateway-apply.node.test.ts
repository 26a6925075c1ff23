import { describe, expect, it } from 'vitest'
import { commit } from '#domain/core/commit.ts'
import { finish } from '#domain/money/gateways/attempts/finish.ts'
import { applyReading } from '#domain/money/gateways/readings/apply.ts'
import { findOrder } from '#domain/orders/orders/queries.ts'
import { reserveStock } from '#domain/orders/orders/stock.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { DECLINED, NOT_FOUND, PENDING, SUCCEEDED, transactionsOf, UNKNOWN } from '#testing/domain/gateways.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addTransaction, linesOfTransfers } from '#testing/domain/money.ts'
import { addOrder } from '#testing/domain/orders.ts'

const domain = openDomain(addMarket)
const { ctx } = domain

const ANY = [PENDING, SUCCEEDED, DECLINED, UNKNOWN, NOT_FOUND]

const { charge, row, incidents, history } = transactionsOf(domain)

describe('a success', () => {
  it('is applied once, with the money and what it causes', async () => {
    const other = charge({ id: 'other', subjectId: 'o9' })
    const tx = charge()
    const later = domain.after(7)
    const reading = {
      outcome: { kind: 'succeeded', externalId: 'ext-1' } as const,
      money: { amountMinor: 2151, currency: 'USD' as const },
    }
    const applied = await applyReading(later, tx, reading)
    expect(applied).toEqual(await row())
    expect(applied).toMatchObject({
      status: 'succeeded',
      externalId: 'ext-1',
      nextCheckAt: null,
      finalAt: NOW + 7,
      version: 2,
      checks: 0,
      failureCode: null,
    })
    expect(linesOfTransfers(domain, '*')).toEqual(['charge:paid tx: gatewayB:clearing > platform:charges 2151 USD'])
    // A charge of staff tells nobody.
    expect(domain.laters).toHaveLength(0)
    expect(await row('other')).toEqual(other)

    for (const reading of [SUCCEEDED, PENDING, UNKNOWN, NOT_FOUND])
      expect(await applyReading(ctx, applied, reading)).toBe(applied)
    expect(history()).toEqual(['succeed'])
    expect(domain.laters).toHaveLength(0)
    expect(incidents()).toEqual([])
  })

  it('keeps the id it had when the answer has none', async () => {
    const tx = charge({ externalId: 'ext-1' })
    expect(await applyReading(ctx, tx, SUCCEEDED)).toMatchObject({ externalId: 'ext-1' })
    const again = charge({ id: 'b', subjectId: 'b', externalId: 'ext-2' })
    const nameless = { outcome: { kind: 'succeeded', externalId: '' } as const }
    expect(await applyReading(ctx, again, nameless)).toMatchObject({ externalId: 'ext-2' })
  })

  it('a success pays an attempt that had expired', async () => {
    expect(await applyReading(ctx, charge({ status: 'expired' }), SUCCEEDED)).toMatchObject({ status: 'succeeded' })
  })

  it('a success that was read from an old row is applied once', async () => {
    const tx = charge()
    const [a, b] = await Promise.all([applyReading(ctx, tx, SUCCEEDED), applyReading(ctx, tx, SUCCEEDED)])
    expect(a).toEqual(b)
    expect(linesOfTransfers(domain, '*')).toHaveLength(1)
    expect(await applyReading(ctx, tx, DECLINED)).toMatchObject({ status: 'succeeded' })
    expect(incidents()).toHaveLength(1)
  })

  it('a success decides again when the stock goes between its read and its commit', async () => {
    addOrder(domain, { status: 'CANCELLED', cancelled_by: 'EXPIRY' })
    const tx = addTransaction(domain)
    let isFirst = true
    const overtaken = new Proxy(ctx.db, {
      get(db, name) {
        if (name !== 'batch') return Reflect.get(db, name)
        return async (statements: unknown[]) => {
          if (isFirst && statements.length > 2) {
            isFirst = false
            await commit(ctx, reserveStock(ctx, { id: 'o9', items: [{ variantId: 'v2', quantity: 2 }] }))
          }
          return Reflect.get(db, name).call(db, statements as never)
        }
      },
    })
    await applyReading({ ...ctx, db: overtaken }, tx, SUCCEEDED)
    expect(await findOrder(ctx, 'o1')).toMatchObject({ status: 'CANCELLED', paymentStatus: 'PAID' })
    expect(domain.rows('SELECT status FROM refunds')).toEqual([{ status: 'PROCESSING' }])
  })

  it('any other error stays one', async () => {
    addOrder(domain)
    const tx = addTransaction(domain)
    domain.add('stock_movements', {
      id: 'x',
      variant_id: 'v1',
      type: 'SALE',
      amount: -1,
      order_id: 'o1',
      created_at: NOW,
    })
    await expect(applyReading(ctx, tx, SUCCEEDED)).rejects.toMatchObject({ reason: 'INVALID_TRANSITION' })
    expect(await row()).toMatchObject({ status: 'pending' })
  })
})

describe('another amount or currency', () => {
  it.each([
    ['amount', { amountMinor: 2150, currency: 'USD' }, '21,50 USD'],
    ['currency', { amountMinor: 2151, currency: 'CDF' }, '21,51 CDF'],
  ] as const)('another %s moves nothing: a person decides', async (_what, money, said) => {
    const outcome = { kind: 'succeeded', externalId: 'ext-1' } as const
    const doubted = await applyReading(ctx, charge(), { outcome, money })
    expect(doubted).toMatchObject({ status: 'review', nextCheckAt: null, externalId: 'ext-1', version: 2 })
    expect(linesOfTransfers(domain, '*')).toEqual([])
    const incident = {
      ref: 'amount:tx',
      severity: 'HIGH',
      title: 'Montant différent annoncé par un opérateur',
      description: `Attendu 21,51 USD, annoncé ${said} (tx-ref).`,
    }
    expect(incidents()).toEqual([incident])
    for (const reading of [{ outcome, money }, ...ANY]) expect(await applyReading(ctx, doubted, reading)).toBe(doubted)
    expect(history()).toEqual(['doubt'])
    expect(incidents()).toEqual([incident])
  })

  it.each([
    ['amount', { amount: '21.50' }],
    ['currency', { currency: 'CDF' }],
  ] as const)('another %s moves nothing where the answer says no more of the money', async (_what, told) => {
    const outcome = { kind: 'succeeded', externalId: 'ext-1' } as const
    expect(await applyReading(ctx, charge(), { outcome, ...told })).toMatchObject({ status: 'review' })
    expect(linesOfTransfers(domain, '*')).toEqual([])
    expect(incidents()).toHaveLength(1)
  })
})

describe('a refusal', () => {
  it('is applied once, with its reason', async () => {
    const declined = { kind: 'declined', failureCode: 'NO_FUNDS', failureMessage: 'Solde', externalId: 'e' } as const
    const failed = await applyReading(ctx, charge(), { outcome: declined })
    expect(failed).toMatchObject({
      status: 'failed',
      failureCode: 'NO_FUNDS',
      failureMessage: 'Solde',
      externalId: 'e',
    })
    expect(failed).toMatchObject({ nextCheckAt: null, finalAt: NOW })
    for (const reading of [DECLINED, PENDING, UNKNOWN, NOT_FOUND])
      expect(await applyReading(ctx, failed, reading)).toBe(failed)
    expect(linesOfTransfers(domain, '*')).toEqual([])
    expect(incidents()).toEqual([])
  })

  it('is told to the buyer after its commit', async () => {
    addOrder(domain)
    await applyReading(ctx, addTransaction(domain), DECLINED)
    expect(domain.rows('SELECT status FROM outbox')).toEqual([{ status: 'PENDING' }])
    domain.answers.push({ kind: 'sent', messageId: 'm' })
    await Promise.all(domain.laters.map((work) => work()))
    expect(domain.calls.map(({ what }) => what)).toEqual(['email.send'])
    expect(domain.rows('SELECT status FROM outbox')).toEqual([{ status: 'SENT' }])
  })

  it('needs no words', async () => {
    const tx = charge({ failureMessage: 'before' })
    expect(await applyReading(ctx, tx, DECLINED)).toMatchObject({ failureMessage: null, externalId: null })
  })
})

describe('a contradiction opens one incident and moves nothing', () => {
  it.each([
    ['succeeded', DECLINED, 'failed', ['réussi', 'échoué']],
    ['failed', SUCCEEDED, 'succeeded', ['échoué', 'réussi']],
  ] as const)('%s, then the opposite', async (status, reading, said, [ours, theirs]) => {
    const tx = charge({ status, nextCheckAt: null })
    await applyReading(ctx, tx, reading)
    await applyReading(ctx, tx, reading)
    expect(await row()).toEqual(tx)
    expect(linesOfTransfers(domain, '*')).toEqual([])
    expect(incidents()).toEqual([
      {
        ref: `contradiction:tx:${said}`,
        severity: 'CRITICAL',
        title: 'Un opérateur se contredit',
        description: `Le paiement tx-ref est ${ours} chez nous ; l'opérateur le dit maintenant ${theirs}.`,
      },
    ])
  })
})

describe('a verdict', () => {
  it.each([
    ['succeeded', 'succeed', null],
    ['failed', 'fail', null],
    ['expired', 'expire', NOW + HOUR_MS],
  ] as const)('%s is final', async (verdict, event, nextCheckAt) => {
    await commit(ctx, await finish(ctx, charge(), verdict))
    expect(await row()).toMatchObject({ status: verdict, nextCheckAt, finalAt: NOW })
    expect(history()).toEqual([event])
  })

  it('tells what it causes what it knows', async () => {
    const paid = { gateway: 'B', requested_by: 'buyer', account: 'platform:cash', status: 'ACCEPTED' }
    const money = { amount_minor: 2151, currency: 'USD', phone: '243810000001', network: 'airtel', country: 'CD' }
    domain.add('payouts', { id: 'p1', ...paid, ...money, created_at: NOW, updated_at: NOW })
    const reserve = { from_account: 'platform:cash', to_account: 'platform:reserved', amount_minor: 2151 }
    domain.add('transfers', {
      id: 't1',
      kind: 'payout:reserved',
      ref: 'p1',
      ...reserve,
      currency: 'USD',
      created_at: NOW,
    })
    const tx = addTransaction(domain, { kind: 'payout', purpose: 'ADMIN_PAYOUT', subjectId: 'p1' })
    await commit(ctx, await finish(ctx, tx, 'failed', { failureCode: 'LIMIT' }))
    expect(domain.row('SELECT status, failure_code FROM payouts')).toEqual({ status: 'FAILED', failure_code: 'LIMIT' })
  })

  it('a late verdict on an attempt that ended is refused', async () => {
    await expect(finish(ctx, charge({ status: 'failed' }), 'succeeded')).rejects.toThrow(
      'Impossible de valider : le paiement est échoué.',
    )
  })
})
