import { describe, expect, it } from 'vitest'
import { commit } from '#domain/core/commit.ts'
import * as accounts from '#domain/money/ledger/accounts.ts'
import { post, walletEntry } from '#domain/money/ledger/post.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'

const domain = openDomain()
const { ctx } = domain

const balances = () =>
  Object.fromEntries(
    domain
      .rows<{ code: string; currency: string; balance_minor: number }>('SELECT * FROM accounts')
      .map(({ code, currency, balance_minor }) => [`${code} ${currency}`, balance_minor]),
  )

it('the accounts of docs/money.md, Accounts', () => {
  expect([
    accounts.REFUNDS_IN_FLIGHT,
    accounts.COMMISSION,
    accounts.DELIVERY_MARGIN,
    accounts.SUBSCRIPTIONS,
    accounts.CASH,
    accounts.CHARGES,
  ]).toEqual([
    'refunds:inFlight',
    'platform:commission',
    'platform:delivery',
    'platform:subscriptions',
    'platform:cash',
    'platform:charges',
  ])
  expect([accounts.clearingOf('A'), accounts.clearingOf('B')]).toEqual(['gatewayA:clearing', 'gatewayB:clearing'])
  expect([accounts.escrowOf('o1'), accounts.pendingOf('s1')]).toEqual(['order:o1:held', 'seller:s1:pending'])
  const rider = { ownerKind: 'rider', ownerId: 'r1' } as const
  expect([accounts.availableOf(rider), accounts.reservedOf(rider)]).toEqual(['rider:r1:available', 'rider:r1:reserved'])
})

describe('post', () => {
  const paid = {
    kind: 'order:paid',
    ref: 't1',
    from: 'gatewayB:clearing',
    to: 'order:o1:held',
    currency: 'USD',
  } as const

  it('moves one amount from one account to the other', async () => {
    const by = domain.as({ id: 'u1' })
    await commit(by, post(by, { ...paid, amountMinor: 700 }))
    expect(balances()).toEqual({ 'gatewayB:clearing USD': -700, 'order:o1:held USD': 700 })
    expect(domain.rows('SELECT * FROM transfers')).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        kind: 'order:paid',
        ref: 't1',
        from_account: 'gatewayB:clearing',
        to_account: 'order:o1:held',
        amount_minor: 700,
        currency: 'USD',
        actor_id: 'u1',
        created_at: NOW,
      },
    ])
  })

  it('posts the same event once', async () => {
    await commit(ctx, post(ctx, { ...paid, amountMinor: 700 }))
    await expect(commit(ctx, post(ctx, { ...paid, amountMinor: 5 }))).rejects.toThrow(/transfers\.kind, transfers\.ref/)
    expect(balances()).toMatchObject({ 'order:o1:held USD': 700 })
    expect(domain.rows('SELECT actor_id FROM transfers')).toEqual([{ actor_id: null }])
  })

  it('writes nothing for nothing, and refuses less', async () => {
    expect(post(ctx, { ...paid, amountMinor: 0 })).toEqual([])
    await expect(commit(ctx, post(ctx, { ...paid, amountMinor: -1 }))).rejects.toThrow(/transfers_amount/)
  })

  it.each(['order:o1:held', 'seller:s1:pending', 'seller:s1:reserved', 'refunds:inFlight'])(
    '%s is never overdrawn',
    async (from) => {
      const move = post(ctx, {
        kind: 'order:paid',
        ref: 'r',
        from,
        to: 'platform:cash',
        amountMinor: 1,
        currency: 'USD',
      })
      await expect(commit(ctx, move)).rejects.toMatchObject({ reason: 'INSUFFICIENT_BALANCE' })
      expect(balances()).toEqual({})
    },
  )
})

describe('the line a seller reads', () => {
  const owner = { ownerKind: 'seller', ownerId: 's1' } as const
  const sale = {
    kind: 'order:completed',
    from: 'gatewayB:clearing',
    to: 'seller:s1:available',
    currency: 'USD',
  } as const
  const line = { ...owner, type: 'SALE', amountMinor: 300, currency: 'USD' } as const

  it('tells the balance after its transfer', async () => {
    await commit(ctx, post(ctx, { ...sale, ref: 'o1', amountMinor: 200 }))
    await commit(ctx, post(ctx, { ...sale, ref: 'o1-cdf', amountMinor: 9, currency: 'CDF' }))
    await commit(ctx, [
      ...post(ctx, { ...sale, ref: 'o2', amountMinor: 300 }),
      ...walletEntry(ctx, { ...line, orderId: 'o2', payoutId: 'p2' }, 'e1'),
      ...walletEntry(ctx, { ...line, ownerId: 'nobody' }),
    ])
    const entry = { type: 'SALE', amount_minor: 300, currency: 'USD', created_at: NOW }
    expect(domain.rows('SELECT * FROM wallet_entries ORDER BY owner_id DESC')).toEqual([
      { id: 'e1', owner_id: 's1', ...entry, balance_after_minor: 500, order_id: 'o2', payout_id: 'p2' },
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        owner_id: 'nobody',
        ...entry,
        balance_after_minor: 0,
        order_id: null,
        payout_id: null,
      },
    ])
  })

  it('is not written for nothing', () => {
    expect(walletEntry(ctx, { ...line, amountMinor: 0 })).toEqual([])
  })
})
