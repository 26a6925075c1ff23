import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { call, guest, tally, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { first } from '#testing/fixtures/database.ts'
import { freshEmail, freshPhone } from '#testing/fixtures/inputs.ts'
import { NEW_PASSWORD } from '#testing/fixtures/people.ts'
import { loginCode, verifyOtp } from '#testing/fixtures/sign-in.ts'
import * as P from '#testing/stories/people.ts'

const STOPPED = 'La récupération de votre compte est annulée'
const isStop = ({ subject }: { subject?: string | null }) => subject === STOPPED

describe('a recovery under way', () => {
  it('goes on when somebody who reads the mail signs in with a mailed code', async () => {
    const person = await P.newEstablished()
    const { recoveryToken } = await P.provenRecovery(person)
    wait(2 * MINUTE_MS)
    expect((await verifyOtp(person.email, await loginCode(person.email))).status).toBe(200)
    wait(DAY_MS)
    expect((await P.completeRecovery(recoveryToken, NEW_PASSWORD)).status).toBe(200)
  })

  it('is stopped by a sign-in that proves the owner, who is told everywhere', async () => {
    const person = await P.newEstablished()
    const { recoveryToken } = await P.provenRecovery(person)
    await P.messageAfter(person.second, () => P.messageAfter(person.email, () => P.enter(person.email), isStop), isStop)
    wait(DAY_MS)
    expect((await P.completeRecovery(recoveryToken, NEW_PASSWORD)).status).toBe(410)
  })
})

describe('wrong codes of a recovery', () => {
  it.each(['an address', 'a number'])('are answered alike for %s that is known and one that is not', async (what) => {
    const person = await P.newEstablished()
    const known = what === 'a number' ? person.phone : person.email
    const unknown = what === 'a number' ? freshPhone() : freshEmail('nobody')
    const answers = async (identifier: string) => {
      const there = P.from(P.freshAddress())
      const seen: number[] = []
      for (let i = 0; i < 2; i++) {
        const { recoveryId } = (await P.startRecovery(identifier, P.from(P.freshAddress()))).data
        await P.sendRecovery(recoveryId, 'SECONDARY_EMAIL', P.from(P.freshAddress()))
        for (let tries = 0; tries < 4; tries++) seen.push((await P.proveRecovery(recoveryId, '000000', there)).status)
      }
      return seen
    }
    expect(await answers(known)).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect(await answers(unknown)).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })

  it('are thirty a day together with wrong backup codes', async () => {
    const { email } = await P.newEstablished()
    let compared = 0
    for (let hour = 0; hour < 8; hour++) {
      const { recoveryId } = (await P.startRecovery(email, P.from(P.freshAddress()))).data
      const guess = () =>
        call(
          guest,
          'POST',
          '/auth/recovery/verify',
          { recoveryId, backupCode: 'aaaaa-aaaaa' },
          P.from(P.freshAddress()),
        )
      compared += tally(await together(5, guess))[401] ?? 0
      wait(HOUR_MS)
    }
    expect(compared).toBe(30)
  })
})

describe('a change of number that was taken back', () => {
  it('leaves the number young again: it recovers no account for a week', async () => {
    const person = await P.newEstablished()
    const fresh = freshPhone()
    const code = await P.codeAfter(fresh, () => P.setPhone(person, fresh))
    const told = await P.messageAfter(
      person.phone,
      () => P.provePhone(person, code),
      ({ text }) => text.includes('token='),
    )
    wait(2 * MINUTE_MS)
    const at = Date.now()
    const undone = await call(guest, 'POST', '/auth/changes/undo', { token: P.linkToken(told) })
    expect(undone.status).toBe(200)
    const row = (await first<Row>('SELECT * FROM users WHERE id = ?', person.id)) as Row
    expect(row.phone).toBe(person.phone)
    expect(row.phone_verified_at).toBeGreaterThanOrEqual(at)
    // An unchanged factor is as old as it was.
    expect(row.secondary_email).toBe(person.second)
    expect(row.secondary_email_verified_at).toBeLessThan(at - 7 * DAY_MS)
  })

  it('leaves the second address young again', async () => {
    const person = await P.newEstablished()
    const told = await P.messageAfter(
      person.second,
      () => call(person, 'DELETE', '/auth/secondary-email'),
      ({ text }) => text.includes('token='),
    )
    wait(2 * MINUTE_MS)
    const at = Date.now()
    await call(guest, 'POST', '/auth/changes/undo', { token: P.linkToken(told) })
    const row = (await first<Row>('SELECT * FROM users WHERE id = ?', person.id)) as Row
    expect(row.secondary_email).toBe(person.second)
    expect(row.secondary_email_verified_at).toBeGreaterThanOrEqual(at)
    expect(row.phone_verified_at).toBeLessThan(at - 7 * DAY_MS)
  })
})

type Row = {
  phone: string
  phone_verified_at: number
  secondary_email: string
  secondary_email_verified_at: number
}
