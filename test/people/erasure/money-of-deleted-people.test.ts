import { afterEach, describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { changeUser, logIn, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { newWalletOwner, withdraw, withdrawalCode } from '#testing/fixtures/wallets.ts'
import { approve, clearFaults } from '#testing/sandbox.ts'
import { changesOf, ok, refusal } from '#testing/stories/books.ts'
import { booksAgree, incidentsOpenedBy, movementPath, passes, saysByHand } from '#testing/stories/decisions.ts'
import { again, breaks, DAY, movementRow } from '#testing/stories/money.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule 8.2.6: deleted is erased as far as money goes: what comes back to a deleted account moves to cash with an incident. Restore of an
// account whose address was taken since asks for another one.
//
// Silent: the name of the field of the other address (email or newEmail); whether it must be proved before it signs in.

clockGoesOn()
afterEach(() => clearFaults())

/** Somebody who withdrew all they had, and was deleted then. */
async function gone(role: 'SELLER' | 'RIDER', currency: 'USD' | 'CDF' = 'USD') {
  const [minor, amount] = currency === 'USD' ? [2500, '25.00'] : [5_000_000, '50000.00']
  const owner = await newWalletOwner(role, { [currency]: minor })
  ok(await withdraw(owner, currency, amount, await withdrawalCode(owner, currency, amount)))
  await approve(owner.phone)
  const { payouts } = ok(await call(owner.person, 'GET', '/wallet/payouts'))
  const admin = await signUp('ADMIN')
  ok(await call(admin, 'POST', `/users/${owner.person.id}/delete`, { reason: 'À sa demande' }))
  const path = movementPath((await movementRow(payouts[0].payoutId ?? payouts[0].id))?.id)
  return { owner, admin, path, minor, currency, available: `${owner.kind}:${owner.ownerId}:available` }
}

describe('what comes back to somebody who was deleted', () => {
  it.each([
    ['SELLER', 'USD'],
    ['RIDER', 'USD'],
    ['SELLER', 'CDF'],
  ] as const)('8.2.6 lies in cash, and an incident says so: a %s in %s', async (role, currency) => {
    const { admin, path, minor, available } = await gone(role, currency)
    await breaks('B', 'statusDisagrees', { kind: 'read' })
    const name = (code: string) => (currency === 'USD' ? code : `${code} ${currency}`)
    let changes: Record<string, number> = {}
    const incidents = await incidentsOpenedBy(async () => {
      changes = await changesOf(async () => ok(await saysByHand(admin, path, 'reversed')))
    })
    expect(await balance(available, currency)).toBe(0)
    expect(changes).toEqual({ [name('gatewayB:clearing')]: -minor, [name('platform:cash')]: minor })
    expect(incidents.length).toBeGreaterThan(0)
    await clearFaults()
    await booksAgree()
  })

  it('8.2.6 stands in nobody’s way: thirty days later the account is erased', async () => {
    const { owner, admin, path } = await gone('SELLER')
    await breaks('B', 'statusDisagrees', { kind: 'read' })
    ok(await saysByHand(admin, path, 'reversed'))
    await clearFaults()
    await passes(31 * DAY)
    const row = await (await import('#testing/fixtures/people.ts')).userRow(owner.person.id)
    expect(row?.erased_at).toBeGreaterThan(0)
    await booksAgree()
  })
})

describe('restore', () => {
  const restore = async (admin: Person, id: string, email?: string) => {
    const answer = await call(admin, 'POST', `/users/${id}/restore`, email ? { email } : undefined)
    return email && answer.status === 400 ? call(admin, 'POST', `/users/${id}/restore`, { newEmail: email }) : answer
  }
  /** A deleted account whose address somebody else has by now. */
  async function taken() {
    const [person, admin] = [await signUp(), await signUp('ADMIN')]
    ok(await call(admin, 'POST', `/users/${person.id}/delete`, { reason: 'Parti' }))
    const next = await signUp()
    await changeUser(next.id, 'email = ?', person.email)
    return { person, admin, next }
  }

  it('8.2.6 of an account whose address was taken asks for another one: 409, then it signs in there', async () => {
    const { person, admin } = await taken()
    expect((await restore(admin, person.id)).status).toBe(409)
    const email = freshEmail('revenu')
    ok(await restore(admin, person.id, email))
    expect((await logIn(email)).status).toBe(200)
    const { data } = await call(guest, 'POST', '/auth/login/password', { email, password: PASSWORD })
    expect(data.user.id).toBe(person.id)
  })

  it('8.2.6 to an address that somebody has is 409', async () => {
    const { person, admin } = await taken()
    const somebody = await signUp()
    expect((await restore(admin, person.id, somebody.email)).status).toBe(409)
    expect(refusal(await restore(admin, person.id))[0]).toBe(409)
  })

  it('8.2.6 of an account whose address is free needs none', async () => {
    const [person, admin] = [await signUp(), await signUp('ADMIN')]
    ok(await call(admin, 'POST', `/users/${person.id}/delete`, { reason: 'Parti' }))
    ok(await restore(admin, person.id))
    expect((await again(person)).id).toBe(person.id)
  })
})
