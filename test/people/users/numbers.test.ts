import { describe, expect, it } from 'vitest'
import { commit } from '#domain/core/commit.ts'
import { newBackupCodes } from '#domain/people/totp/backup-codes.ts'
import { call, guest, type Person } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { NEW_PASSWORD, signUp, userRow } from '#testing/fixtures/people.ts'
import { inbox } from '#testing/sandbox.ts'
import * as P from '../../rules/accounts-people.ts'

const HALF_A_YEAR = 180 * P.DAY
const heldFor = async ({ id }: Person) => Number((await userRow(id))?.withdrawals_held_until ?? 0) - Date.now()
const isTakenAway = ({ text }: { text: string }) => text.includes('180 derniers jours')
const undo = (token: string) => call(guest, 'POST', '/auth/changes/undo', { token })

/** Somebody with a number proved so long ago, and somebody else who has its SIM now. */
async function changingHands(age = HALF_A_YEAR) {
  const former = await P.withNumber(await P.freshlySignedIn())
  wait(age)
  const taker = await P.freshlySignedIn()
  const { phone } = former
  const code = await P.codeAfter(phone, () => P.setPhone(taker, phone))
  return { former, taker, phone, take: () => P.provePhone(taker, code) }
}

async function addBackupCodes(userId: string): Promise<string | undefined> {
  const { codes, writes } = await newBackupCodes(contextNow(), userId)
  await commit(contextNow(), writes)
  return codes[0]
}

describe('a number that changes hands', () => {
  it('is taken by who proves it from an account that has not for 180 days, which is told by mail', async () => {
    const { former, taker, phone, take } = await changingHands()
    let answer: Awaited<ReturnType<typeof take>> | undefined
    const told = await P.messageAfter(
      former.email,
      async () => {
        answer = await take()
      },
      isTakenAway,
    )
    expect(answer?.data).toMatchObject({ phone, isPhoneVerified: true })
    expect(P.linkToken(told)).toMatch(/^\S+\.\S+$/)
    expect(await userRow(former.id)).toMatchObject({ phone: null, phone_verified_at: null })
    // Messages to the number reach its other holder now.
    expect((await inbox(phone)).filter(isTakenAway)).toEqual([])
    expect(await heldFor(former)).toBeGreaterThan(6.9 * P.DAY)
    expect(await heldFor(taker)).toBeLessThanOrEqual(P.DAY)
  })

  it('stays where it was proved within 180 days', async () => {
    const { former, taker, phone, take } = await changingHands(HALF_A_YEAR - P.DAY)
    expect(await take()).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
    expect(await userRow(former.id)).toMatchObject({ phone })
    expect(await heldFor(taker)).toBeLessThan(0)
  })

  it('stays longer where its holder proves it again, and goes on recovering', async () => {
    const former = await P.withNumber(await P.freshlySignedIn())
    wait(HALF_A_YEAR - P.DAY)
    const again = await P.signedIn(former)
    const code = await P.codeAfter(former.phone, () => P.setPhone(again, former.phone))
    expect((await P.provePhone(again, code)).status).toBe(200)
    wait(100 * P.DAY)
    const taker = await P.freshlySignedIn()
    const theirs = await P.codeAfter(former.phone, () => P.setPhone(taker, former.phone))
    expect((await P.provePhone(taker, theirs)).status).toBe(409)
    const { recoveryId } = (await P.startRecovery(former.phone)).data
    const sent = await P.codeAfter(former.phone, () => P.sendRecovery(recoveryId, 'PHONE'))
    expect((await P.proveRecovery(recoveryId, sent)).status).toBe(200)
  })

  it('is taken back by the link within 7 days, and the one who had it is told', async () => {
    const { former, taker, phone, take } = await changingHands()
    const token = P.linkToken(await P.messageAfter(former.email, take, isTakenAway))
    wait(6 * P.DAY)
    await P.messageAfter(
      taker.email,
      async () => expect((await undo(token)).status).toBe(200),
      ({ text }) => text.includes("l'a repris"),
    )
    expect(await userRow(former.id)).toMatchObject({ phone, phone_verified_at: expect.any(Number) })
    expect(await userRow(taker.id)).toMatchObject({ phone: null, phone_verified_at: null })
    // As after every change that is taken back.
    expect(await heldFor(former)).toBeGreaterThan(0.9 * P.DAY)
    expect(await heldFor(former)).toBeLessThanOrEqual(P.DAY)
  })

  it('taken back, is as old as it was, so that its SIM alone recovers nothing a week later', async () => {
    const { former, phone, take } = await changingHands()
    const proved = (await userRow(former.id))?.phone_verified_at
    const token = P.linkToken(await P.messageAfter(former.email, take, isTakenAway))
    expect((await undo(token)).status).toBe(200)
    expect(await userRow(former.id)).toMatchObject({ phone, phone_verified_at: proved })
    wait(8 * P.DAY)
    const { recoveryId } = (await P.startRecovery(phone)).data
    const code = await P.codeAfter(phone, () => P.sendRecovery(recoveryId, 'PHONE'))
    expect((await P.proveRecovery(recoveryId, code)).status).toBe(409)
  })

  it('is taken back after an older link as well, and nothing else with it', async () => {
    const { former, taker, phone, take } = await changingHands()
    const owner = await P.signedIn(former)
    const older = P.linkToken(
      await P.messageAfter(
        former.email,
        async () => void (await P.withSecond(owner)),
        ({ text }) => text.includes('token='),
      ),
    )
    const token = P.linkToken(await P.messageAfter(former.email, take, isTakenAway))
    expect((await undo(older)).status).toBe(200)
    expect((await userRow(taker.id))?.phone).toBe(phone)
    expect((await undo(token)).status).toBe(200)
    expect(await userRow(former.id)).toMatchObject({ phone, secondary_email: null })
    expect(await userRow(taker.id)).toMatchObject({ phone: null })
  })

  it('is not taken back after 7 days', async () => {
    const { former, taker, phone, take } = await changingHands()
    const token = P.linkToken(await P.messageAfter(former.email, take, isTakenAway))
    wait(8 * P.DAY)
    expect((await undo(token)).status).toBe(410)
    expect(await userRow(former.id)).toMatchObject({ phone: null })
    expect((await userRow(taker.id))?.phone).toBe(phone)
  })

  it('goes to one of two who prove it at once', async () => {
    const { phone, take } = await changingHands()
    const other = await P.freshlySignedIn()
    wait(P.MINUTE)
    const code = await P.codeAfter(phone, () => P.setPhone(other, phone))
    const answers = await Promise.all([take(), P.provePhone(other, code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('a number that was not proved for 180 days', () => {
  const recover = async (phone: string) => {
    const { recoveryId } = (await P.startRecovery(phone)).data
    return { recoveryId, code: await P.codeAfter(phone, () => P.sendRecovery(recoveryId, 'PHONE')) }
  }

  it('recovers nothing alone, and does beside a backup code', async () => {
    const person = await P.withNumber(await P.freshlySignedIn())
    const backupCode = await addBackupCodes(person.id)
    wait(HALF_A_YEAR)
    const { recoveryId, code } = await recover(person.phone)
    const alone = await P.proveRecovery(recoveryId, code)
    expect(alone).toMatchObject({ status: 409, error: { message: expect.stringContaining('180 jours') } })
    const both = await call(guest, 'POST', '/auth/recovery/verify', { recoveryId, code, backupCode })
    expect(both.status).toBe(200)
  })

  it('a recovery that completes ends every other session', async () => {
    const person = await P.withNumber(await P.freshlySignedIn())
    wait(8 * P.DAY)
    const { recoveryId, code } = await recover(person.phone)
    const { recoveryToken } = (await P.proveRecovery(recoveryId, code)).data
    wait(P.DAY)
    expect((await P.completeRecovery(recoveryToken, NEW_PASSWORD)).status).toBe(200)
    const { data } = await P.enter(person.email, NEW_PASSWORD)
    const sessions = await call({ ...person, token: data.accessToken }, 'GET', '/auth/sessions')
    expect(sessions.data.sessions).toHaveLength(1)
  })
})

describe('a number that staff vouched for and no SMS proved', () => {
  async function vouched(phone = freshPhone()) {
    const person = await P.signedIn(await signUp('BUYER', { phone }))
    const support = await signUp('SUPPORT')
    expect((await call(support, 'POST', `/users/${person.id}/verify-phone`, { reason: 'vu au guichet' })).status).toBe(
      200,
    )
    return { ...person, phone }
  }
  async function prove(taker: Person, phone: string) {
    const code = await P.codeAfter(phone, () => P.setPhone(taker, phone))
    return P.provePhone(taker, code)
  }

  it('is taken at once by who proves it by SMS', async () => {
    const { id, phone } = await vouched()
    const taker = await P.freshlySignedIn()
    expect((await prove(taker, phone)).status).toBe(200)
    expect([(await userRow(id))?.phone, (await userRow(taker.id))?.phone]).toEqual([null, phone])
  })

  it('recovers nothing alone', async () => {
    const { phone } = await vouched()
    wait(8 * P.DAY)
    const { recoveryId } = (await P.startRecovery(phone)).data
    const code = await P.codeAfter(phone, () => P.sendRecovery(recoveryId, 'PHONE'))
    expect((await P.proveRecovery(recoveryId, code)).status).toBe(409)
  })

  it('stays, and recovers, once its account proves it by SMS', async () => {
    const person = await vouched()
    const { phone } = person
    expect((await prove(person, phone)).status).toBe(200)
    wait(8 * P.DAY)
    expect((await prove(await P.freshlySignedIn(), phone)).status).toBe(409)
    const { recoveryId } = (await P.startRecovery(phone)).data
    const code = await P.codeAfter(phone, () => P.sendRecovery(recoveryId, 'PHONE'))
    expect((await P.proveRecovery(recoveryId, code)).status).toBe(200)
  })

  it('that was proved by SMS before stays its account’s', async () => {
    const person = await P.withNumber(await P.freshlySignedIn())
    const support = await signUp('SUPPORT')
    expect((await call(support, 'POST', `/users/${person.id}/verify-phone`, { reason: 'vu' })).status).toBe(200)
    expect((await prove(await P.freshlySignedIn(), person.phone)).status).toBe(409)
  })
})
