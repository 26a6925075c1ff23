import { describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { signUp, userRow } from '#testing/fixtures/people.ts'
import * as P from '#testing/stories/people.ts'

const isTakenAway = ({ text }: { text: string }) => text.includes('180 derniers jours')
const undo = (token: string) => call(guest, 'POST', '/auth/changes/undo', { token })

/** Somebody with a number proved so long ago, and somebody else who has its SIM now. */
async function changingHands() {
  const former = await P.withNumber(await P.freshlySignedIn())
  wait(180 * P.DAY)
  const taker = await P.freshlySignedIn()
  const { phone } = former
  const code = await P.codeAfter(phone, () => P.setPhone(taker, phone))
  return { former, taker, phone, take: () => P.provePhone(taker, code) }
}

describe('a number that changes hands', () => {
  it('taken back, is as old as it was, so that its SIM alone recovers nothing a week later', async () => {
    const { former, phone, take } = await changingHands()
    const proved = (await userRow(former.id))?.phone_verified_at
    const token = P.linkToken(await P.messageAfter(former.email, take, isTakenAway))
    expect((await undo(token)).status).toBe(200)
    expect(await userRow(former.id)).toMatchObject({ phone, phone_verified_at: proved })
    wait(8 * P.DAY)
    const { recoveryId } = (await P.startRecovery(phone)).data
    const code = await P.codeAfter(phone, () => P.sendRecovery(recoveryId, 'PHONE'))
    const alone = await P.proveRecovery(recoveryId, code)
    expect(alone).toMatchObject({ status: 409, error: { message: expect.stringContaining('180 jours') } })
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
