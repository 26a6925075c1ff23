import { describe, expect, it } from 'vitest'
import { call, tally, together } from '#testing/api.ts'
import { all } from '#testing/fixtures/database.ts'
import { newMarket } from '#testing/fixtures/orders.ts'
import { payoutStatus } from '#testing/fixtures/payouts.ts'
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
  completedOrder,
  ends,
  expectOnly,
  expectUnknownIs404,
  FINANCE,
  ok,
  refusal,
  UNKNOWN,
} from '#testing/stories/books.ts'
import type { Data } from '#testing/stories/orders.ts'

// Rule: GET /wallet/admin {wallets with sellerProfileId, pagination}, /wallet/admin/:sellerProfileId (also a rider's id) for
// finance; POST .../freeze and /unfreeze {reason} for an ADMIN. A frozen wallet earns and is not withdrawn from (403
// WALLET_FROZEN); what is on its way ends as it would. Freezing twice is 200 unchanged. An audit entry names the id in the path.
//
// Silent: whether the reason may be left out; what filters the list takes; what stands in `sellerProfileId` of a rider's wallet.

const FROZEN = [403, 'WALLET_FROZEN']
const WHY = { reason: 'Plainte en cours' }
const wallet = (id: string) => `/wallet/admin/${id}`

describe('wallets', () => {
  it('are listed and shown to finance: a seller’s and a rider’s, by their own ids', async () => {
    const [seller, rider] = [
      await newWalletOwner('SELLER', { USD: 5000 }),
      await newWalletOwner('RIDER', { CDF: 70_000 }),
    ]
    for (const role of FINANCE) {
      const as = await signUp(role)
      const { wallets, pagination } = ok(await call(as, 'GET', '/wallet/admin?limit=100'))
      expect(pagination.total).toBeGreaterThanOrEqual(2)
      const mine = wallets.find(({ sellerProfileId }: Data) => sellerProfileId === seller.ownerId)
      const dollars = mine.balances.find(({ currency }: Data) => currency === 'USD')
      expect(dollars).toMatchObject({ available: '50.00', pending: '0.00', reserved: '0.00' })
      expect(JSON.stringify(wallets)).not.toContain(seller.phone)
      const one = ok(await call(as, 'GET', wallet(seller.ownerId)))
      expect(one.balances).toContainEqual(expect.objectContaining({ currency: 'USD', available: '50.00' }))
      const other = ok(await call(as, 'GET', wallet(rider.ownerId)))
      expect(other.balances).toContainEqual(expect.objectContaining({ currency: 'CDF', available: '700.00' }))
    }
  })

  it('in the list come in pages of at most a hundred', async () => {
    for (let i = 0; i < 3; i++) await newWalletOwner('SELLER', { USD: 100 })
    const admin = await signUp('ADMIN')
    const { wallets, pagination } = ok(await call(admin, 'GET', '/wallet/admin?limit=2&page=2'))
    expect(pagination).toMatchObject({ page: 2, limit: 2 })
    expect(wallets.length).toBeGreaterThanOrEqual(1)
    expect((await call(admin, 'GET', '/wallet/admin?limit=101')).status).toBe(400)
  })

  it('are there for a seller who has sold and never named a number', async () => {
    const market = await newMarket()
    await completedOrder(market)
    const one = ok(await call(await signUp('ACCOUNTANT'), 'GET', wallet(market.seller.profileId)))
    expect(one).toMatchObject({ payoutNumber: null, frozen: false })
    expect(one.balances).toContainEqual(expect.objectContaining({ currency: 'USD', available: '25.00' }))
    const admin = await signUp('ADMIN')
    expect(ok(await call(admin, 'POST', `${wallet(market.seller.profileId)}/freeze`, WHY)).frozen).toBe(true)
    expect(ok(await call(market.seller, 'GET', '/wallet')).frozen).toBe(true)
  })

  it('are for finance to see and for an ADMIN to freeze; what is not there is 404', async () => {
    await expectOnly(FINANCE, ['GET', '/wallet/admin'], ['GET', wallet(UNKNOWN)])
    await expectOnly(
      ['ADMIN'],
      ['POST', `${wallet(UNKNOWN)}/freeze`, WHY],
      ['POST', `${wallet(UNKNOWN)}/unfreeze`, WHY],
    )
    const admin = await signUp('ADMIN')
    await expectUnknownIs404(admin, 'GET', wallet)
    for (const act of ['freeze', 'unfreeze'])
      await expectUnknownIs404(admin, 'POST', (id) => `${wallet(id)}/${act}`, WHY)
  })
})

describe.each(['SELLER', 'RIDER'] as const)('the frozen wallet of a %s', (role) => {
  it('is not withdrawn from, not even with a code of before; unfrozen it is', async () => {
    const admin = await signUp('ADMIN')
    const owner = await newWalletOwner(role, { USD: 5000 })
    const code = await withdrawalCode(owner, 'USD', '10.00')
    expect(ok(await call(admin, 'POST', `${wallet(owner.ownerId)}/freeze`, WHY)).frozen).toBe(true)
    expect(refusal(await withdraw(owner, 'USD', '10.00', code))).toEqual(FROZEN)
    await letResend(owner.person)
    expect(refusal(await askWithdrawalCode(owner, 'USD', '10.00'))).toEqual(FROZEN)
    expect(await walletBalance(owner, 'USD')).toMatchObject({
      available: '50.00',
      reserved: '0.00',
      canWithdraw: false,
    })
    expect(ok(await call(owner.person, 'GET', '/wallet')).frozen).toBe(true)
    expect(ok(await call(admin, 'POST', `${wallet(owner.ownerId)}/unfreeze`, WHY)).frozen).toBe(false)
    await letResend(owner.person)
    const again = await withdrawalCode(owner, 'USD', '10.00')
    expect((await withdraw(owner, 'USD', '10.00', again)).status).toBe(201)
  })

  it('lets what is on its way end', async () => {
    const admin = await signUp('ADMIN')
    const owner = await newWalletOwner(role, { USD: 5000 })
    ok(await withdraw(owner, 'USD', '10.00', await withdrawalCode(owner, 'USD', '10.00')))
    const [{ payoutId, id }] = ok(await call(owner.person, 'GET', '/wallet/payouts')).payouts
    ok(await call(admin, 'POST', `${wallet(owner.ownerId)}/freeze`, WHY))
    await ends(owner.phone, 'approve')
    expect(await payoutStatus(payoutId ?? id)).toBe('COMPLETED')
    expect(await walletBalance(owner, 'USD')).toMatchObject({ available: '40.00', reserved: '0.00' })
  })
})

describe('freezing', () => {
  it('twice is 200 unchanged, also by ten at once, and is written down under the id in the path', async () => {
    const admin = await signUp('ADMIN')
    const owner = await newWalletOwner('SELLER', { USD: 5000 })
    const answers = await together(10, () => call(admin, 'POST', `${wallet(owner.ownerId)}/freeze`, WHY))
    expect(tally(answers)).toEqual({ 200: 10 })
    const written = await all('SELECT id FROM audit WHERE actor_id = ? AND target_id = ?', admin.id, owner.ownerId)
    expect(written.length).toBeGreaterThanOrEqual(1)
    ok(await call(admin, 'POST', `${wallet(owner.ownerId)}/unfreeze`, WHY))
    expect(ok(await call(admin, 'POST', `${wallet(owner.ownerId)}/unfreeze`, WHY)).frozen).toBe(false)
  })
})
