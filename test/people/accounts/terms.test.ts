import { afterEach, describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { all, count, run } from '#testing/fixtures/database.ts'
import { freshEmail, PROFILE } from '#testing/fixtures/inputs.ts'
import { newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { newCategory, productForm } from '#testing/fixtures/products.ts'
import { operations } from '../../contract/operations.ts'

// Rule (8.7.3): where the platform has terms, everybody accepts them when they join, and whoever has not accepted the version in
// force hears 403 TERMS_CHANGED on the next write that buys or sells. What was accepted is only added to.

const FIRST = { version: '2026-12', url: 'https://soko.example/conditions/2026-12' }
const SECOND = { version: '2027-01', url: 'https://soko.example/conditions/2027-01' }
const set = async (terms: object | null) =>
  expect((await call(await signUp('ADMIN'), 'PUT', '/wallet/settings/platform', { terms })).status).toBe(200)
const accept = (as: Person, version: string) => call(as, 'POST', '/users/me/terms', { version })
const join = (more: object = {}, email = freshEmail()) =>
  call(guest, 'POST', '/auth/create-account', {
    name: 'Amina Kabila',
    email,
    password: PASSWORD,
    role: 'BUYER',
    ...more,
  })
const reasonOf = ({ status, error }: Awaited<ReturnType<typeof call>>) => [status, error?.reason]
const accepted = (id: string) => all('SELECT version FROM terms_accepted WHERE user_id = ? ORDER BY accepted_at', id)

afterEach(() => run("DELETE FROM platform_settings WHERE name = 'terms'"))

describe('the terms of the platform', () => {
  it('are none at first, and shown to everybody once an ADMIN sets them', async () => {
    expect((await call(guest, 'GET', '/config')).data.terms).toBeNull()
    await set(FIRST)
    expect((await call(guest, 'GET', '/config')).data.terms).toEqual(FIRST)
    const other = { terms: { ...FIRST, url: SECOND.url } }
    expect((await call(await signUp('ADMIN'), 'PUT', '/wallet/settings/platform', other)).status).toBe(409)
    await set(null)
    expect((await call(guest, 'GET', '/config')).data.terms).toBeNull()
    const admin = await signUp('ADMIN')
    for (const terms of [
      { version: '1' },
      { version: '', url: FIRST.url },
      { version: '1', url: 'javascript:alert(1)' },
    ])
      expect((await call(admin, 'PUT', '/wallet/settings/platform', { terms })).status).toBe(400)
    expect((await call(await signUp('ACCOUNTANT'), 'PUT', '/wallet/settings/platform', { terms: FIRST })).status).toBe(
      403,
    )
  })

  it('are accepted by whoever joins, in the version in force; without terms nothing is asked', async () => {
    expect((await join()).status).toBe(201)
    await set(SECOND)
    const email = freshEmail()
    for (const more of [
      {},
      { termsVersion: SECOND.version },
      { acceptTerms: true },
      { acceptTerms: true, termsVersion: FIRST.version },
    ])
      expect(reasonOf(await join(more, email))).toEqual([403, 'TERMS_CHANGED'])
    await expect(count('users WHERE email = ?', email)).resolves.toBe(0)
    expect((await join({ acceptTerms: false, termsVersion: SECOND.version }, email)).status).toBe(400)
    const { data } = await join({ acceptTerms: true, termsVersion: SECOND.version }, email)
    expect(await accepted(data.user.id)).toEqual([{ version: SECOND.version }])
  })

  it('tell nobody whether an account has the address', async () => {
    await set(FIRST)
    const known = await signUp()
    const terms = { acceptTerms: true, termsVersion: FIRST.version }
    expect((await join(terms, known.email)).status).toBe(201)
    expect(reasonOf(await join({}, known.email))).toEqual(reasonOf(await join({}, freshEmail())))
    expect(await accepted(known.id)).toEqual([])
  })

  it('are accepted with a seller profile', async () => {
    await set(FIRST)
    const seller = await signUp('BUYER')
    expect(reasonOf(await call(seller, 'POST', '/seller/profile', PROFILE))).toEqual([403, 'TERMS_CHANGED'])
    const sent = { ...PROFILE, termsVersion: FIRST.version }
    expect((await call(seller, 'POST', '/seller/profile', sent)).status).toBe(201)
    expect(await accepted(seller.id)).toEqual([{ version: FIRST.version }])
  })

  it('that changed are asked of whoever buys or sells, before anything is written', async () => {
    const market = await newMarket()
    const { buyer, seller } = market
    const paid = await paidOrder(market)
    await set(FIRST)
    const before = [await count('orders'), await count('history')]
    expect(reasonOf(await postOrder(market))).toEqual([403, 'TERMS_CHANGED'])
    expect(reasonOf(await call(seller, 'POST', `/orders/${paid.id}/accept`, { prepMinutes: 20 }))).toEqual([
      403,
      'TERMS_CHANGED',
    ])
    const product = productForm(seller, await newCategory())
    expect(reasonOf(await call(seller, 'POST', '/products', product))).toEqual([403, 'TERMS_CHANGED'])
    expect([await count('orders'), await count('history')]).toEqual(before)
    expect((await call(buyer, 'GET', `/orders/${paid.id}`)).status).toBe(200)
    for (const who of [buyer, seller]) expect((await accept(who, FIRST.version)).status).toBe(200)
    expect((await call(seller, 'POST', `/orders/${paid.id}/accept`, { prepMinutes: 20 })).status).toBe(200)
    await set(SECOND)
    expect(reasonOf(await postOrder(market))).toEqual([403, 'TERMS_CHANGED'])
    await set(null)
    expect((await postOrder(market)).status).toBe(201)
  })

  it('keep the first time of each version, and take no version but the one in force', async () => {
    const person = await signUp()
    expect((await accept(person, FIRST.version)).status).toBe(409)
    await set(FIRST)
    const first = await accept(person, FIRST.version)
    wait(60_000)
    expect((await accept(person, FIRST.version)).data).toEqual(first.data)
    expect(reasonOf(await accept(person, SECOND.version))).toEqual([409, 'VERSION_MISMATCH'])
    await set(SECOND)
    expect((await accept(person, SECOND.version)).status).toBe(200)
    expect(await accepted(person.id)).toEqual([{ version: FIRST.version }, { version: SECOND.version }])
    await expect(run('UPDATE terms_accepted SET accepted_at = 1')).rejects.toThrow()
    await expect(run('DELETE FROM terms_accepted')).rejects.toThrow()
    expect((await call(guest, 'POST', '/users/me/terms', { version: '1' })).status).toBe(401)
  })

  it('are asked by every operation that buys or sells, and by no other', () => {
    const asking = operations.filter(({ operation }) => operation.needsTerms).map(({ operation }) => operation.id)
    expect([...new Set(asking)].sort()).toEqual(
      `acceptOrder createProduct createShop importProducts payCheckout payOrder placeCheckout placeOrder publishShop renewSubscription
      submitProduct subscribe upgradeSubscription`.split(/\s+/),
    )
  })
})
