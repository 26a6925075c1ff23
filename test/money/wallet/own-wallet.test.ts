import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#kernel/time.ts'
import { call, type Person } from '#testing/api.ts'
import { all, count, first, run } from '#testing/fixtures/database.ts'
import { balance, transfer } from '#testing/fixtures/ledger.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { withCode } from '#testing/stories/books.ts'

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

  it('is settled by another one: who has a debt does not write it off, also by a code that came while they were alone', async () => {
    const [admin, { seller, available }] = [await signUp('ADMIN'), await former()]
    await transfer(available, 'platform:cash', 700)
    const path = `/wallet/admin/${seller.profileId}/settle`
    const ask = (as: Person) =>
      call(as, 'POST', `${path}/request`, { currency: 'USD', kind: 'WRITE_OFF', note: 'Oubliée' })
    expect((await ask(seller)).status).toBe(409)
    const others = "role = 'ADMIN' AND blocked_at IS NULL AND id <> ?"
    const rows = await all<{ id: string }>(`SELECT id FROM users WHERE ${others}`, seller.id)
    const ids = JSON.stringify(rows.map(({ id }) => id))
    const block = (at: number | null) =>
      run('UPDATE users SET blocked_at = ?1 WHERE id IN (SELECT value FROM json_each(?2))', at, ids)
    await block(Date.now() - 8 * DAY_MS)
    const { data, code } = await withCode(seller, () => ask(seller)).finally(() => block(null))
    expect((await call(seller, 'POST', `${path}/confirm`, { pendingId: data.pendingId, code })).status).toBe(409)
    expect(await balance(available)).toBe(-700)
    expect((await ask(admin)).status).toBe(201)
  })

  it('is unfrozen by another one', async () => {
    const [admin, { seller }] = [await signUp('ADMIN'), await former()]
    const path = (act: string) => `/wallet/admin/${seller.profileId}/${act}`
    expect((await call(seller, 'POST', path('freeze'), { reason: 'Doute' })).status).toBe(200)
    expect((await call(seller, 'POST', path('unfreeze'), {})).status).toBe(409)
    expect((await call(admin, 'POST', path('unfreeze'), {})).data.frozen).toBe(false)
  })
})
