import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import {
  askCode,
  askLink,
  comesIn,
  device,
  enterByGoogle,
  enterByKey,
  entersByCode,
  guess,
  isCompared,
  linkFor,
  newOwner,
  post,
  postHonestly,
  refusalOf,
  typeCode,
} from '#testing/stories/owners.ts'
import { codeAfter, DAY, enter, from, HOUR, MINUTE } from '#testing/stories/people.ts'
import { newNetwork, WAYS } from '#testing/stories/strangers.ts'
import { pairs } from '#testing/whole.ts'

// Rules 8.3.1 and 7.1 (shared addresses, known devices): the owner is behind the very address of a carrier that the stranger shares.
// What is counted per network is shared there, so the rules promise her less on a new phone: what one purpose used up leaves the
// others (mails of a code, mails of a link, passwords, a passkey, Google), an hour later all of it, and the challenge she is asked
// for lets her through. A known phone shares nothing.

beforeEach(() => void wait(DAY - (Date.now() % DAY) + MINUTE))

type Spend = (email: string, address: string) => Promise<void>
const times = async (howMany: number, act: () => Promise<unknown>) => {
  for (let i = 0; i < howMany; i++) await act()
}
const SPENT: Record<string, Spend> = {
  'wrong passwords': async (email, address) => {
    await times(12, () => enter(email, 'Faux-mot-2026-x', from(address)))
    wait(61_000)
  },
  'wrong codes': async (email, address) => {
    await askCode(email, from(address))
    await times(6, () => typeCode(email, guess(), from(address)))
    wait(61_000)
  },
  'codes asked for': async (email, address) => {
    await times(6, async () => {
      await askCode(email, from(address))
      wait(61_000)
    })
  },
  'links asked for': async (email, address) => {
    await times(6, async () => {
      await askLink(email, from(address))
      wait(61_000)
    })
  },
  'sixty wrong passwords of anybody': async (_, address) => {
    await times(60, () => enter(freshEmail(), 'Faux-mot-2026-x', from(address)))
    wait(61_000)
  },
  'twelve accounts and Google sign-ins': async (_, address) => {
    await times(12, () =>
      post(
        '/auth/create-account',
        { name: 'X', email: freshEmail(), password: PASSWORD, role: 'BUYER' },
        from(address),
      ),
    )
    await times(12, () => post('/auth/login/google', { idToken: 'x.y.z' }, from(address)))
    wait(61_000)
  },
}
/** On a new phone: what the stranger used up in the same network is hers an hour later; this is hers at once. */
const AN_HOUR_LATER: Record<string, string[]> = {
  'wrong passwords': ['her password'],
  'wrong codes': ['a mailed code', 'a mailed code, then her password'],
  'codes asked for': ['a mailed code', 'a mailed code, then her password'],
  'links asked for': ['a new password by link', 'a new password by link, then a mailed code'],
}

const CASES = pairs(Object.keys(SPENT), Object.keys(WAYS), (spent, way) => AN_HOUR_LATER[spent]?.includes(way) ?? false)
describe('8.3.1 behind one address with a stranger who used up there', () => {
  it.each(CASES)('%s: a known phone goes on by %s', async (spent, way) => {
    const owner = await newOwner()
    const { address, at } = newNetwork()
    await SPENT[spent]?.(owner.email, address)
    await WAYS[way]?.(owner, { ...at, ...device(owner.deviceToken) })
  })

  it.each(CASES)('%s: a new phone is let in by %s', async (spent, way) => {
    const owner = await newOwner()
    const { address, at } = newNetwork()
    await SPENT[spent]?.(owner.email, address)
    if (AN_HOUR_LATER[spent]?.includes(way)) wait(HOUR + MINUTE)
    await WAYS[way]?.(owner, at)
  })
})

describe('8.3.1 and 7.1 behind one address', () => {
  it('a known phone gets the SMS of its recovery after a stranger asked for all those of the address', async () => {
    const owner = await newOwner()
    const { at } = newNetwork()
    for (let i = 0; i < 32; i++) {
      const { data } = await postHonestly('/auth/recovery/start', { identifier: freshEmail() }, at)
      await postHonestly('/auth/recovery/send-code', { recoveryId: data.recoveryId, method: 'PHONE' }, at)
      wait(30_000)
    }
    await WAYS['a recovery by her number']?.(owner, { ...at, ...device(owner.deviceToken) })
  })

  it('a new phone has its own tries as soon as one way of it was proved', async () => {
    const owner = await newOwner()
    const { address, at } = newNetwork()
    for (const spend of Object.values(SPENT)) await spend(owner.email, address)
    const { deviceToken } = comesIn({ ...owner }, await enterByKey(owner, at)) as { deviceToken?: string }
    const marked = (await enterByGoogle(owner, at)).data.deviceToken ?? deviceToken
    const mine = { ...at, ...device(marked) }
    expect(
      refusalOf(await postHonestly('/auth/login/password', { email: owner.email, password: PASSWORD }, mine)),
    ).toBe(200)
    expect(refusalOf(await entersByCode(owner.email, mine))).toBe(200)
    const token = await linkFor(owner.email, mine)
    expect(refusalOf(await postHonestly('/auth/password/reset', { token, newPassword: NEW_PASSWORD }, mine))).toBe(200)
  })

  it('a challenge that is answered lets her sign in by everything, and what she mistypes counts as hers', async () => {
    const { address, at } = newNetwork()
    await SPENT['sixty wrong passwords of anybody']?.('', address)
    const { email } = await signUp()
    const wrong = await postHonestly('/auth/login/password', { email, password: 'Mal-tape-2026-x' }, at)
    expect(refusalOf(wrong)).toBe('401 INVALID_CREDENTIALS')
    expect(refusalOf(await postHonestly('/auth/login/password', { email, password: PASSWORD }, at))).toBe(200)
  })

  it('the guesses of two people at one account there count together, those at another account do not', async () => {
    const [one, other] = [await signUp(), await signUp()]
    const { at } = newNetwork()
    await askCode(one.email, at)
    let tries = 0
    await times(10, async () => {
      if (isCompared(await typeCode(one.email, guess(), at))) tries++
    })
    expect(tries).toBe(5)
    expect(refusalOf(await entersByCode(other.email, at))).toBe(200)
  })

  it('twenty people who ask for a code within a minute all get one', async () => {
    const { at } = newNetwork()
    const people = []
    for (let i = 0; i < 20; i++) people.push(await signUp())
    for (const { email } of people) {
      const code = await codeAfter(email, () => postHonestly('/auth/login/request-otp', { email }, at))
      expect(refusalOf(await postHonestly('/auth/login/verify-otp', { email, code }, at))).toBe(200)
    }
    expect((await call(null, 'GET', '/auth/challenge', undefined, at)).status).toBe(200)
  })
})
