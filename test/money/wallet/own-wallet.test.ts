import { describe, expect, it } from 'vitest'
import { call } from '../../api.ts'
import { count, first, run } from '../../fixtures/database.ts'
import { balance, transfer } from '../../fixtures/ledger.ts'
import { signUp } from '../../fixtures/people.ts'
import { newShopkeeper } from '../../fixtures/shops.ts'

/** An ADMIN who was a seller, with a transfer that took 5.00 from their wallet. */
async function former() {
  const seller = await newShopkeeper()
  const available = `seller:${seller.profileId}:available`
  await transfer('platform:cash', available, 500)
  await transfer(available, 'platform:cash', 500)
  const taken = await first<{ id: string }>('SELECT id FROM transfers WHERE from_account = ?', available)
  await run("UPDATE users SET role = 'ADMIN' WHERE id = ?", seller.id)
  return { seller, available, id: taken?.id ?? '' }
}

describe('the wallet of an ADMIN who was a seller', () => {
  it('is corrected by another one', async () => {
    const [admin, { seller, available, id }] = [await signUp('ADMIN'), await former()]
    const adjust = (as: typeof admin) => call(as, 'POST', '/ledger/adjustments', { transferId: id, reason: 'Erreur' })
    expect((await adjust(seller)).status).toBe(409)
    expect(await balance(available)).toBe(0)
    expect((await adjust(admin)).status).toBe(201)
    expect(await balance(available)).toBe(500)
    expect(await count("incidents WHERE ref GLOB 'own:transfer:*'")).toBe(0)
  })

  it('is unfrozen by another one', async () => {
    const [admin, { seller }] = [await signUp('ADMIN'), await former()]
    const path = (act: string) => `/wallet/admin/${seller.profileId}/${act}`
    expect((await call(seller, 'POST', path('freeze'), { reason: 'Doute' })).status).toBe(200)
    expect((await call(seller, 'POST', path('unfreeze'), {})).status).toBe(409)
    expect((await call(admin, 'POST', path('unfreeze'), {})).data.frozen).toBe(false)
  })
})
