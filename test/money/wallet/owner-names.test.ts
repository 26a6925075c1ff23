import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newWalletOwner } from '#testing/fixtures/wallets.ts'

// Finance reads whose wallet it is (docs/money.md, Wallet).

describe('a wallet that finance reads', () => {
  it.each([
    ['seller', 'SELLER'],
    ['rider', 'RIDER'],
  ] as const)('says the name of its %s', async (kind, role) => {
    const { ownerId, person } = await newWalletOwner(role, { USD: 100 })
    const admin = await signUp('ADMIN')
    const path = kind === 'seller' ? `/seller/profiles/${ownerId}` : `/users/${person.id}`
    const { data: file } = await call(admin, 'GET', path)
    const name = file.businessName ?? file.name
    expect(name).toEqual(expect.any(String))
    const accountant = await signUp('ACCOUNTANT')
    const one = await call(accountant, 'GET', `/wallet/admin/${ownerId}`)
    expect(one.data).toMatchObject({ kind, name })
    const { data } = await call(accountant, 'GET', '/wallet/admin?limit=100')
    const listed = data.wallets.find((each: { sellerProfileId: string }) => each.sellerProfileId === ownerId)
    expect(listed).toMatchObject({ kind, name })
    const frozen = await call(admin, 'POST', `/wallet/admin/${ownerId}/freeze`, { reason: 'Plainte' })
    expect(frozen.data).toMatchObject({ kind, name, frozen: true })
  })
})
