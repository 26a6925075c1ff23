import { afterEach, describe, expect, it } from 'vitest'
import { call, type Person, tally, together } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { balance, transfer } from '#testing/fixtures/ledger.ts'
import { signUp } from '#testing/fixtures/people.ts'
import {
  askWithdrawalCode,
  newWalletOwner,
  type WalletOwner,
  walletBalance,
  withdraw,
  withdrawalCode,
} from '#testing/fixtures/wallets.ts'
import { approve, clearFaults } from '#testing/sandbox.ts'
import { changesOf, expectOnly, GONE, ok, outgoing, refusal } from '#testing/stories/books.ts'
import { booksAgree, firstStep, incidentsOpenedBy, passes, wrongOf } from '#testing/stories/decisions.ts'
import { again, breaks, DAY, HOUR, MINUTE } from '#testing/stories/money.ts'
import { feed } from '#testing/stories/office.ts'
import type { Data } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule 8.2.11: dust and debts. A withdrawal of all that is available may be under the minimum once in 30 days, where the operator takes
// it. settle/request and settle/confirm (ADMIN, code): {currency, kind WRITE_OFF, COLLECT, SEIZE, note}: against platform:cash, told to the
// owner, with an incident for SEIZE. A block stops unsent withdrawals as a freeze does.
//
// Silent: which kinds fit which balance beside a debt written off or collected and a blocked seller's money seized; whether one that
// failed counts among the once in 30 days.

clockGoesOn()
afterEach(() => clearFaults())

const fresh = async (owner: WalletOwner): Promise<WalletOwner> => ({
  ...owner,
  person: { ...(await again(owner.person)), role: owner.person.role },
})
const availableOf = ({ kind, ownerId }: WalletOwner) => `${kind}:${ownerId}:available`
/** Withdraws by code and the phone takes it. */
async function takes(owner: WalletOwner, amount: string, currency = 'USD') {
  await minuteCronAfter(61_000)
  const now = await fresh(owner)
  const answer = await withdraw(now, currency, amount, await withdrawalCode(now, currency, amount))
  if (!answer.error) await approve(owner.phone)
  return answer
}

describe('dust', () => {
  it.each(['SELLER', 'RIDER'] as const)(
    '8.2.11 all that is left of a %s can be withdrawn under the minimum, and the account then deleted',
    async (role) => {
      const owner = await newWalletOwner(role, { USD: 1037 })
      ok(await takes(owner, '9.90'))
      ok(await takes(owner, '0.47'))
      expect(await balance(availableOf(owner))).toBe(0)
      if (role === 'SELLER') ok(await call((await fresh(owner)).person, 'POST', '/users/me/delete', {}))
      await booksAgree()
    },
  )

  it('8.2.11 a part of it is under the minimum as before: 400', async () => {
    const owner = await newWalletOwner('SELLER', { USD: 47 })
    for (const amount of ['0.20', '0.46']) expect((await askWithdrawalCode(owner, 'USD', amount)).status).toBe(400)
    expect((await askWithdrawalCode(owner, 'USD', '0.48')).status).toBeGreaterThanOrEqual(400)
  })

  it('8.2.11 once in 30 days', async () => {
    const owner = await newWalletOwner('SELLER', { USD: 47 })
    ok(await takes(owner, '0.47'))
    await transfer('platform:cash', availableOf(owner), 60)
    await passes(29 * DAY)
    expect((await askWithdrawalCode(await fresh(owner), 'USD', '0.60')).status).toBe(400)
    await passes(2 * DAY)
    ok(await takes(owner, '0.60'))
    await booksAgree()
  })

  it('8.2.11 a withdrawal above the minimum of its day is no dust, however much the minimum is raised since', async () => {
    const [admin, owner] = [await signUp('ADMIN'), await newWalletOwner('SELLER', { USD: 547 })]
    const setMinimum = (minPayout: string) =>
      call(admin, 'PUT', '/wallet/settings/platform', { currency: 'USD', minPayout })
    ok(await takes(owner, '5.00'))
    try {
      ok(await setMinimum('20.00'))
      expect(await walletBalance(owner, 'USD')).toMatchObject({ available: '0.47', canWithdraw: true })
      ok(await takes(owner, '0.47'))
    } finally {
      await setMinimum('1.00')
    }
    await booksAgree()
  })

  it('8.2.11 two codes at once withdraw it once', async () => {
    const owner = await newWalletOwner('SELLER', { USD: 47 })
    const code = await withdrawalCode(owner, 'USD', '0.47')
    const answers = await together(5, () => withdraw(owner, 'USD', '0.47', code))
    expect(tally(answers)['201']).toBe(1)
    await booksAgree()
  })

  it('8.2.11 is no longer all that is available once a sale came in between', async () => {
    const owner = await newWalletOwner('SELLER', { USD: 47 })
    const code = await withdrawalCode(owner, 'USD', '0.47')
    await transfer('platform:cash', availableOf(owner), 500)
    const changes = await changesOf(async () =>
      expect((await withdraw(owner, 'USD', '0.47', code)).status).toBeGreaterThanOrEqual(400),
    )
    expect(changes).toEqual({})
  })

  it('8.2.11 in francs, where the operator takes it: not centimes that it does not move', async () => {
    const [some, little] = [
      await newWalletOwner('SELLER', { CDF: 50_000 }),
      await newWalletOwner('SELLER', { CDF: 5_050 }),
    ]
    ok(await takes(some, '500.00', 'CDF'))
    expect((await askWithdrawalCode(little, 'CDF', '50.50')).status).toBeGreaterThanOrEqual(400)
    await booksAgree()
  })
})

describe('a debt', () => {
  const path = (owner: WalletOwner, step: 'request' | 'confirm') => `/wallet/admin/${owner.ownerId}/settle/${step}`
  const ask = (as: Person, owner: WalletOwner, kind: string, more: object = {}) =>
    call(as, 'POST', path(owner, 'request'), { currency: 'USD', kind, note: 'Dette effacée', ...more })
  const confirm = (as: Person, owner: WalletOwner, { pendingId, code }: { pendingId: string; code: string }) =>
    call(as, 'POST', path(owner, 'confirm'), { pendingId, code })
  /** Somebody who owes 25.00 since a refund. */
  async function indebted(role: 'SELLER' | 'RIDER' = 'SELLER', currency = 'USD') {
    const owner = await newWalletOwner(role)
    await transfer(availableOf(owner), 'platform:cash', 2500, currency)
    return owner
  }

  it.each([
    ['SELLER', 'WRITE_OFF', 'USD'],
    ['RIDER', 'WRITE_OFF', 'USD'],
    ['SELLER', 'COLLECT', 'USD'],
    ['SELLER', 'WRITE_OFF', 'CDF'],
  ] as const)(
    '8.2.11 of a %s ends by %s in %s with the code of an ADMIN: against cash, told to its owner',
    async (role, kind, currency) => {
      const owner = await indebted(role, currency)
      const [admin, other] = [await signUp('ADMIN'), await signUp('ADMIN')]
      const step = await firstStep(admin, () => ask(admin, owner, kind, { currency }))
      expect(step.answer.status).toBe(201)
      const nothing = await changesOf(async () => {
        expect(refusal(await confirm(admin, owner, wrongOf(step)))).toEqual([401, 'INVALID_VERIFICATION_CODE'])
        expect(refusal(await confirm(other, owner, step))).toEqual(GONE)
      })
      expect(nothing).toEqual({})
      const heard = ((await feed(owner.person)).notifications as Data[]).length
      const changes = await changesOf(async () => {
        const answers = await together(5, () => confirm(admin, owner, step))
        expect(tally(answers)['200']).toBe(1)
      })
      const name = (code: string) => (currency === 'USD' ? code : `${code} ${currency}`)
      expect(changes).toEqual({ [name(availableOf(owner))]: 2500, [name('platform:cash')]: -2500 })
      await minuteCronAfter(MINUTE)
      expect(((await feed((await fresh(owner)).person)).notifications as Data[]).length).toBeGreaterThan(heard)
      expect((await walletBalance(await fresh(owner), currency)).available).toBe('0.00')
      await booksAgree()
    },
  )

  it('8.2.11 that was written off stands in nobody’s way: the account is deleted', async () => {
    const owner = await indebted()
    const admin = await signUp('ADMIN')
    expect((await call(owner.person, 'POST', '/users/me/delete', {})).status).toBe(409)
    ok(await confirm(admin, owner, await firstStep(admin, () => ask(admin, owner, 'WRITE_OFF'))))
    ok(await call(owner.person, 'POST', '/users/me/delete', {}))
  })

  it('8.2.11 what a fraud has is seized with an incident', async () => {
    const owner = await newWalletOwner('SELLER', { USD: 9000 })
    const admin = await signUp('ADMIN')
    ok(await call(admin, 'POST', `/users/${owner.person.id}/block`, { reason: 'Fraude avérée' }))
    const step = await firstStep(admin, () => ask(admin, owner, 'SEIZE', { note: 'Fraude avérée' }))
    let changes: Record<string, number> = {}
    const incidents = await incidentsOpenedBy(async () => {
      changes = await changesOf(async () => ok(await confirm(admin, owner, step)))
    })
    expect(changes).toEqual({ [availableOf(owner)]: -9000, 'platform:cash': 9000 })
    expect(incidents.length).toBeGreaterThan(0)
    await booksAgree()
  })

  it('8.2.11 the code is for the wallet as it was: what moved is 409, nothing is booked', async () => {
    const owner = await indebted()
    const admin = await signUp('ADMIN')
    const step = await firstStep(admin, () => ask(admin, owner, 'WRITE_OFF'))
    await transfer('platform:cash', availableOf(owner), 1000)
    const changes = await changesOf(async () => expect((await confirm(admin, owner, step)).status).toBe(409))
    expect(changes).toEqual({})
  })

  it('8.2.11 there is nothing to settle of a wallet without a debt, of an honest one nothing to seize', async () => {
    const admin = await signUp('ADMIN')
    const empty = await newWalletOwner('SELLER')
    for (const kind of ['WRITE_OFF', 'COLLECT', 'SEIZE']) expect((await ask(admin, empty, kind)).status, kind).toBe(409)
  })

  it('8.2.11 is settled by ADMINs, with a kind, a currency and a note', async () => {
    const owner = await indebted()
    await expectOnly(
      ['ADMIN'],
      ['POST', path(owner, 'request'), { currency: 'USD', kind: 'WRITE_OFF', note: 'x' }],
      ['POST', path(owner, 'confirm'), { pendingId: crypto.randomUUID(), code: '123456' }],
    )
    const admin = await signUp('ADMIN')
    for (const bad of [{ kind: 'CADEAU' }, { note: '' }, { currency: 'EUR' }])
      expect((await ask(admin, owner, 'WRITE_OFF', bad)).status).toBe(400)
    expect(
      (
        await call(admin, 'POST', `/wallet/admin/${crypto.randomUUID()}/settle/request`, {
          currency: 'USD',
          kind: 'WRITE_OFF',
          note: 'x',
        })
      ).status,
    ).toBe(404)
  })
})

describe('a block', () => {
  it.each(['SELLER', 'RIDER'] as const)(
    '8.2.11 stops a withdrawal of a %s that was not sent yet, and its money is back',
    async (role) => {
      const owner = await newWalletOwner(role, { USD: 9000 })
      await breaks('B', 'unauthorized', { kind: 'payout' })
      ok(await withdraw(owner, 'USD', '90.00', await withdrawalCode(owner, 'USD', '90.00')))
      ok(await call(await signUp('ADMIN'), 'POST', `/users/${owner.person.id}/block`, { reason: 'Fraude avérée' }))
      await clearFaults()
      await minuteCronAfter(2 * MINUTE)
      await passes(HOUR)
      await passes(HOUR)
      expect(await outgoing(owner.phone)).toEqual([])
      expect([await balance(availableOf(owner)), await balance(`${owner.kind}:${owner.ownerId}:reserved`)]).toEqual([
        9000, 0,
      ])
      await booksAgree()
    },
  )

  it('8.2.11 that is lifted does not send it either', async () => {
    const owner = await newWalletOwner('SELLER', { USD: 9000 })
    await breaks('B', 'unauthorized', { kind: 'payout' })
    ok(await withdraw(owner, 'USD', '90.00', await withdrawalCode(owner, 'USD', '90.00')))
    const admin = await signUp('ADMIN')
    ok(await call(admin, 'POST', `/users/${owner.person.id}/block`, { reason: 'Fraude' }))
    ok(await call(admin, 'POST', `/users/${owner.person.id}/unblock`, {}))
    await clearFaults()
    await passes(HOUR)
    await passes(HOUR)
    const moved = (await outgoing(owner.phone)).length
    expect([await balance(availableOf(owner)), moved]).toEqual(moved === 0 ? [9000, 0] : [0, 1])
    await booksAgree()
  })

  it('8.2.11 does not hold what is with the operator already', async () => {
    const owner = await newWalletOwner('SELLER', { USD: 9000 })
    ok(await withdraw(owner, 'USD', '90.00', await withdrawalCode(owner, 'USD', '90.00')))
    ok(await call(await signUp('ADMIN'), 'POST', `/users/${owner.person.id}/block`, { reason: 'Fraude' }))
    await approve(owner.phone)
    expect(await balance(`${owner.kind}:${owner.ownerId}:reserved`)).toBe(0)
    await booksAgree()
  })
})
