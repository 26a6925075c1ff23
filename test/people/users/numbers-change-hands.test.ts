import { describe, expect, it } from 'vitest'
import { type Answer, call, type Person, tally } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { isSignedIn, NEW_PASSWORD, PASSWORD, userRow } from '#testing/fixtures/people.ts'
import { appCode, freezeClock, withTotp } from '#testing/fixtures/totp.ts'
import { askWithdrawalCode, newWalletOwner, withdraw, withdrawalCode } from '#testing/fixtures/wallets.ts'
import { inbox, pause } from '#testing/sandbox.ts'
import { comesIn, elsewhere, post, refusalOf } from '#testing/stories/owners.ts'
import {
  codeAfter,
  completeRecovery,
  DAY,
  enter,
  freshlySignedIn,
  HOUR,
  linkToken,
  MINUTE,
  messageAfter,
  newEstablished,
  provenRecovery,
  provePhone,
  proveRecovery,
  sendRecovery,
  setPhone,
  signedIn,
  startRecovery,
  withNumber,
} from '#testing/stories/people.ts'

// Rule 8.3.2: numbers change hands. A proof by SMS takes a number from an account that has not proved it for 180 days: that account is
// told by mail and may take it back within 7 days by the link, until then it withdraws to no number of its. A number not proved for 180
// days recovers nothing alone. A recovery that completes ends all other sessions.
//
// Silent: whether the one who took the number withdraws meanwhile; what a payout number is good for that is the number which was taken,
// once the seven days are over; how a recovery is refused that rests on such a number alone (no code goes out, or none is accepted).

const undo = (token: string) => post('/auth/changes/undo', { token })
const phoneOf = async (person: Person) => {
  const { phone, isPhoneVerified } = (await call(person, 'GET', '/users/me')).data
  return { phone, isPhoneVerified }
}
/** Time for which the account still withdraws nothing, in ms. */
const escrowOf = async ({ id }: Person) => Number((await userRow(id))?.withdrawals_held_until ?? 0) - Date.now()
const NONE = { phone: null, isPhoneVerified: false }
const has = (phone: string) => ({ phone, isPhoneVerified: true })
const again = async <T extends Person>(person: T): Promise<T> =>
  comesIn(person, await enter(person.email, PASSWORD, elsewhere()))

/** Somebody asks for a code at a number and proves it. */
async function takes(phone: string, known?: Person): Promise<{ taker: Person; answer: Answer }> {
  const taker = known ? await again(known) : await freshlySignedIn()
  const code = await codeAfter(phone, () => setPhone(taker, phone))
  return { taker, answer: await provePhone(taker, code) }
}
/** Somebody whose number was proved so long ago, and the mail by which they hear that it is somebody else's now. */
async function losesNumber(owner: Person & { phone: string }) {
  let taken: Awaited<ReturnType<typeof takes>> | undefined
  // The mails of before, which have links of their own, have arrived.
  await pause(200)
  const told = await messageAfter(
    owner.email,
    async () => {
      taken = await takes(owner.phone)
      expect(refusalOf(taken.answer)).toBe(200)
    },
    ({ text }) => text.includes('token='),
  )
  if (!taken) throw new Error('nobody took it')
  return { ...taken, told, token: linkToken(told) }
}

describe('a proof by SMS', () => {
  it('8.3.2 takes a number from an account that has not proved it for 180 days', async () => {
    const owner = await withNumber(await freshlySignedIn())
    wait(180 * DAY + MINUTE)
    const { taker, answer } = await takes(owner.phone)
    expect(refusalOf(answer)).toBe(200)
    expect(answer.data).toMatchObject(has(owner.phone))
    expect(await escrowOf(taker)).toBeLessThanOrEqual(DAY)
    expect(await escrowOf(owner)).toBeGreaterThan(6.9 * DAY)
    expect(await phoneOf(taker)).toEqual(has(owner.phone))
    expect(await phoneOf(await again(owner))).toEqual(NONE)
  })

  it('8.3.2 takes none before: 409, and nothing changed', async () => {
    const owner = await withNumber(await freshlySignedIn())
    wait(179 * DAY + 23 * HOUR)
    const { taker, answer } = await takes(owner.phone)
    expect(refusalOf(answer)).toBe('409 ALREADY_EXISTS')
    expect(await escrowOf(taker)).toBeLessThan(0)
    expect(await phoneOf(taker)).toEqual(NONE)
    expect(await phoneOf(await again(owner))).toEqual(has(owner.phone))
  })

  it('8.3.2 of one’s own number renews it for 180 days', async () => {
    const owner = await withNumber(await freshlySignedIn())
    wait(170 * DAY)
    const her = await again(owner)
    expect(refusalOf(await provePhone(her, await codeAfter(owner.phone, () => setPhone(her, owner.phone))))).toBe(200)
    wait(20 * DAY)
    expect(refusalOf((await takes(owner.phone)).answer)).toBe('409 ALREADY_EXISTS')
    wait(160 * DAY + MINUTE)
    expect(refusalOf((await takes(owner.phone)).answer)).toBe(200)
  })

  it('8.3.2 is not renewed by signing in, however often', async () => {
    const owner = await withNumber(await freshlySignedIn())
    for (let month = 0; month < 6; month++) {
      wait(30 * DAY)
      await again(owner)
    }
    wait(MINUTE)
    expect(refusalOf((await takes(owner.phone)).answer)).toBe(200)
  })

  it('8.3.2 by a wrong code takes nothing', async () => {
    const owner = await withNumber(await freshlySignedIn())
    wait(181 * DAY)
    const taker = await freshlySignedIn()
    const code = await codeAfter(owner.phone, () => setPhone(taker, owner.phone))
    const wrong = String((Number(code) + 7) % 1_000_000).padStart(6, '0')
    expect((await provePhone(taker, wrong)).status).toBe(401)
    expect(await phoneOf(await again(owner))).toEqual(has(owner.phone))
  })

  it('8.3.2 of two at once takes it once', async () => {
    const owner = await withNumber(await freshlySignedIn())
    wait(181 * DAY)
    const [one, other] = [await freshlySignedIn(), await freshlySignedIn()]
    const first = await codeAfter(owner.phone, () => setPhone(one, owner.phone))
    wait(61_000)
    const second = await codeAfter(owner.phone, () => setPhone(other, owner.phone))
    const answers = await Promise.all([provePhone(one, first), provePhone(other, second)])
    expect(tally(answers)).toEqual({ 200: 1, 409: 1 })
    const all = [await phoneOf(one), await phoneOf(other), await phoneOf(await again(owner))]
    expect(all.filter(({ phone }) => phone === owner.phone)).toHaveLength(1)
  })
})

describe('the account that lost its number', () => {
  it('8.3.2 is told by mail, and not by SMS: the number is somebody else’s', async () => {
    const owner = await withNumber(await freshlySignedIn())
    wait(181 * DAY)
    const { told } = await losesNumber(owner)
    expect(told.channel).toBe('EMAIL')
    expect(told.text).not.toContain(owner.phone)
    await pause(300)
    const sms = (await inbox(owner.phone)).filter(({ text }) => text.includes('token='))
    expect(sms).toEqual([])
  })

  it('8.3.2 takes it back within 7 days by the link, once', async () => {
    const owner = await withNumber(await freshlySignedIn())
    wait(181 * DAY)
    const { taker, token } = await losesNumber(owner)
    wait(7 * DAY - HOUR)
    const heard = await messageAfter(
      taker.email,
      async () => expect(refusalOf(await undo(token))).toBe(200),
      ({ text }) => text.includes("l'a repris"),
    )
    expect(heard.channel).toBe('EMAIL')
    expect(await phoneOf(await again(owner))).toEqual(has(owner.phone))
    expect(await phoneOf(await again(taker))).toEqual(NONE)
    expect((await undo(token)).status).toBe(410)
  })

  it('8.3.2 does not after 7 days', async () => {
    const owner = await withNumber(await freshlySignedIn())
    wait(181 * DAY)
    const { taker, token } = await losesNumber(owner)
    wait(7 * DAY + MINUTE)
    expect((await undo(token)).status).toBe(410)
    expect(await phoneOf(await again(owner))).toEqual(NONE)
    expect(await phoneOf(await again(taker))).toEqual(has(owner.phone))
  })

  it('8.3.2 that took it back keeps it: whoever has the SIM does not take it again by the next proof', async () => {
    const owner = await withNumber(await freshlySignedIn())
    wait(181 * DAY)
    const { taker, token } = await losesNumber(owner)
    expect(refusalOf(await undo(token))).toBe(200)
    wait(2 * MINUTE)
    const { answer } = await takes(owner.phone, taker)
    // The number was not proved by an SMS; but a link that the next SMS undoes takes nothing back.
    expect(refusalOf(answer)).toBe('409 ALREADY_EXISTS')
  })

  it('8.3.2 has another number proved meanwhile, and the link still answers', async () => {
    const owner = await withNumber(await freshlySignedIn())
    wait(181 * DAY)
    const { token } = await losesNumber(owner)
    await withNumber(await again(owner), freshPhone())
    const { status } = await undo(token)
    expect([200, 409, 410]).toContain(status)
  })
})

describe('withdrawals of the account that lost its number', () => {
  /** A seller with money, whose number and payout number are old. */
  async function oldSeller(same = false) {
    const wallet = await newWalletOwner('SELLER', { USD: 5000 })
    const person = await withNumber(await signedIn(wallet.person), same ? wallet.phone : freshPhone())
    wait(181 * DAY)
    return { ...wallet, person: await again(person) }
  }
  /** Refusal that the account hears when it asks for its money. */
  async function held(wallet: Awaited<ReturnType<typeof oldSeller>>) {
    const as = { ...wallet, person: await again(wallet.person) }
    let asked: Answer | undefined
    const code = await codeAfter(as.person.email, async () => {
      asked = await askWithdrawalCode(as, 'USD', 10)
      return asked
    }).catch(() => undefined)
    if (code === undefined) return asked ? refusalOf(asked) : 'no code'
    return refusalOf(await withdraw(as, 'USD', 10, code))
  }
  const HELD = '409 WITHDRAWAL_HELD'

  it('8.3.2 go to no number of its for 7 days', async () => {
    const seller = await oldSeller()
    await losesNumber(seller.person)
    expect(await held(seller)).toBe(HELD)
    wait(2 * DAY)
    expect(await held(seller)).toBe(HELD)
    wait(5 * DAY - 2 * HOUR)
    expect(await held(seller)).toBe(HELD)
  })

  it('8.3.2 go nowhere either if the payout number is the very number that was taken', async () => {
    const seller = await oldSeller(true)
    await losesNumber(seller.person)
    for (const later of [0, 2 * DAY, 5 * DAY - 2 * HOUR]) {
      wait(later)
      expect(await held(seller)).toMatch(/^409 /)
    }
  })

  it('8.3.2 go to no payout number either that it sets meanwhile', async () => {
    const seller = await oldSeller()
    await losesNumber(seller.person)
    const her = await again(seller.person)
    const phoneNumber = freshPhone()
    const body = { phoneNumber, network: 'vodacom', countryCode: 'CD' }
    const code = await codeAfter(phoneNumber, () => call(her, 'POST', '/wallet/settings/payout-number/request', body))
    await call(her, 'POST', '/wallet/settings/payout-number/confirm', { code })
    wait(25 * HOUR)
    expect(await held(seller)).toBe(HELD)
  })

  it('8.3.2 are held too if their code was asked for before', async () => {
    const seller = await oldSeller()
    const code = await withdrawalCode(seller, 'USD', 10)
    await losesNumber(seller.person)
    expect(refusalOf(await withdraw(seller, 'USD', 10, code))).toBe(HELD)
  })

  it('8.3.2 say until when', async () => {
    const seller = await oldSeller()
    const taken = Date.now()
    await losesNumber(seller.person)
    const as = { ...seller, person: await again(seller.person) }
    const asked = await askWithdrawalCode(as, 'USD', 10)
    const refused = asked.status === 200 ? await withdraw(as, 'USD', 10, await withdrawalCode(as, 'USD', 10)) : asked
    expect(refusalOf(refused)).toBe(HELD)
    expect(taken).toBeLessThan(Date.now() + 1)
    expect(refused.error?.message).toMatch(/\d/)
  })

  it('8.3.2 go again a day after it took the number back, and when the 7 days are over', async () => {
    const one = await oldSeller()
    const { token } = await losesNumber(one.person)
    expect(refusalOf(await undo(token))).toBe(200)
    expect(await held(one)).toBe(HELD)
    wait(25 * HOUR)
    expect(await held(one)).toBe(201)

    const other = await oldSeller()
    await losesNumber(other.person)
    wait(8 * DAY)
    expect(await held(other)).toBe(201)
  })

  it('8.3.2 of an account whose number is as it was are not held', async () => {
    const seller = await oldSeller()
    const { answer } = await takes(freshPhone())
    expect(refusalOf(answer)).toBe(200)
    expect(await held(seller)).toBe(201)
  })
})

describe('a number that was not proved for 180 days', () => {
  /** Whether the number alone gets somebody as far as a recovery that completes. */
  async function recoversByNumber(person: { email: string; phone: string }, more: object = {}): Promise<boolean> {
    const at = elsewhere()
    const { recoveryId } = (await startRecovery(person.email, at)).data
    const before = (await inbox(person.phone)).length
    await sendRecovery(recoveryId, 'PHONE', at)
    await pause(300)
    const sent = await inbox(person.phone)
    const code = sent.length > before ? sent[0]?.code : undefined
    if (!code) return false
    const proven = await post('/auth/recovery/verify', { recoveryId, code, ...more }, at)
    return proven.status === 200
  }

  it('8.3.2 recovers nothing alone', async () => {
    const person = await newEstablished()
    wait(180 * DAY)
    expect(await recoversByNumber(person)).toBe(false)
  })

  it('8.3.2 recovers before', async () => {
    const person = await newEstablished()
    wait(170 * DAY)
    expect(await recoversByNumber(person)).toBe(true)
  })

  it('8.3.2 recovers once it was proved again', async () => {
    const person = await newEstablished()
    wait(190 * DAY)
    const her = await again(person)
    expect(refusalOf(await provePhone(her, await codeAfter(person.phone, () => setPhone(her, person.phone))))).toBe(200)
    wait(2 * MINUTE)
    expect(await recoversByNumber(person)).toBe(true)
  })

  it('8.3.2 recovers beside a backup code', async () => {
    const { person, app, backupCodes } = await withTotp()
    freezeClock(Date.now() + MINUTE)
    const { pendingToken } = (await enter(person.email, PASSWORD, elsewhere())).data
    const her = comesIn(person, await post('/auth/login/totp', { pendingToken, code: appCode(app) }))
    const owner = await withNumber(her)
    freezeClock(Date.now() + 190 * DAY)
    expect(await recoversByNumber(owner)).toBe(false)
    freezeClock(Date.now() + 2 * HOUR)
    const [backupCode] = backupCodes
    expect(await recoversByNumber(owner, { backupCode })).toBe(true)
  })

  it('8.3.2 is in nobody’s way who recovers by the second address', async () => {
    const person = await newEstablished()
    wait(190 * DAY)
    const { recoveryToken } = await provenRecovery(person)
    wait(DAY + MINUTE)
    expect((await completeRecovery(recoveryToken, NEW_PASSWORD)).status).toBe(200)
  })

  it('8.3.2 that was taken recovers the account of before no more', async () => {
    const person = await newEstablished()
    wait(190 * DAY)
    await takes(person.phone)
    wait(8 * DAY)
    const at = elsewhere()
    const { recoveryId } = (await startRecovery(person.email, at)).data
    const before = (await inbox(person.phone)).length
    await sendRecovery(recoveryId, 'PHONE', at)
    await pause(300)
    expect((await inbox(person.phone)).length).toBe(before)
  })

  it('8.3.2 that was taken recovers the taker’s account after a week, not before', async () => {
    const person = await newEstablished()
    wait(190 * DAY)
    const { taker } = await takes(person.phone)
    const named = { email: taker.email, phone: person.phone }
    wait(6 * DAY)
    expect(await recoversByNumber(named)).toBe(false)
    wait(2 * DAY)
    expect(await recoversByNumber(named)).toBe(true)
  })
})

describe('a recovery that completes', () => {
  it.each(['SECONDARY_EMAIL', 'PHONE'] as const)('8.3.2 ends all other sessions: by %s', async (method) => {
    const person = await newEstablished()
    const [one, other] = [(await enter(person.email)).data, (await enter(person.email, PASSWORD, elsewhere())).data]
    const at = elsewhere()
    const { recoveryId } = (await startRecovery(person.email, at)).data
    const to = method === 'PHONE' ? person.phone : person.second
    const code = await codeAfter(to, () => sendRecovery(recoveryId, method, at))
    const { recoveryToken } = (await proveRecovery(recoveryId, code, at)).data
    wait(DAY - MINUTE)
    const fresh = (await post('/auth/refresh-token', { refreshToken: one.refreshToken })).data
    expect(await isSignedIn(fresh.accessToken)).toBe(true)
    wait(2 * MINUTE)
    expect((await completeRecovery(recoveryToken, NEW_PASSWORD)).status).toBe(200)
    expect(await isSignedIn(fresh.accessToken)).toBe(false)
    for (const refreshToken of [fresh.refreshToken, other.refreshToken])
      expect((await post('/auth/refresh-token', { refreshToken })).status).toBe(401)
    expect((await enter(person.email, PASSWORD, elsewhere())).status).toBe(401)
    expect((await enter(person.email, NEW_PASSWORD, elsewhere())).status).toBe(200)
  })

  it('8.3.2 ends no session of anybody else, and one that does not complete ends none', async () => {
    const [person, somebody] = [await newEstablished(), await freshlySignedIn()]
    const { refreshToken } = (await enter(person.email)).data
    const others = (await enter(somebody.email)).data.refreshToken
    const { recoveryToken } = await provenRecovery(person)
    expect((await completeRecovery(recoveryToken, NEW_PASSWORD)).status).toBe(409)
    const next = await post('/auth/refresh-token', { refreshToken })
    expect(refusalOf(next)).toBe(200)
    wait(DAY + MINUTE)
    expect((await completeRecovery(recoveryToken, NEW_PASSWORD)).status).toBe(200)
    expect((await post('/auth/refresh-token', { refreshToken: next.data.refreshToken })).status).toBe(401)
    expect(refusalOf(await post('/auth/refresh-token', { refreshToken: others }))).toBe(200)
  })
})
