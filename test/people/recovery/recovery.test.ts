import { describe, expect, it } from 'vitest'
import { hashBackupCode } from '#domain/people/totp/backup-codes.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import { call, guest, type Person, reasons, tally, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { count, first, run } from '#testing/fixtures/database.ts'
import { freshEmail, freshPhone, otherCode } from '#testing/fixtures/inputs.ts'
import { mailedCode, mailsTo, WORDS, writtenTo } from '#testing/fixtures/mails.ts'
import { changeUser, isSignedIn, logIn, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { resetToken } from '#testing/fixtures/sign-in.ts'

const start = (identifier: string) => call(guest, 'POST', '/auth/recovery/start', { identifier })
const send = (recoveryId: string, method = 'SECONDARY_EMAIL') =>
  call(guest, 'POST', '/auth/recovery/send-code', { recoveryId, method })
const verify = (recoveryId: string, proof: { code?: string; backupCode?: string }) =>
  call(guest, 'POST', '/auth/recovery/verify', { recoveryId, ...proof })
const complete = (recoveryToken: string, newPassword = NEW_PASSWORD) =>
  call(guest, 'POST', '/auth/recovery/complete', { recoveryToken, newPassword })

/** Somebody with a second address and a verified number. */
async function recoverable(role: Person['role'] = 'BUYER') {
  const person = await signUp(role)
  const [second, phone] = [freshEmail('second'), freshPhone()]
  await changeUser(
    person.id,
    'secondary_email = ?, phone = ?, phone_verified_at = ?',
    second,
    phone,
    Date.now() - 30 * DAY_MS,
  )
  return { ...person, second, phone }
}
async function giveBackupCode(id: string, code = 'abcd-efgh') {
  const ctx = contextNow()
  const hash = await hashBackupCode(ctx, id, code)
  await run('INSERT INTO backup_codes (user_id, code_hash, created_at) VALUES (?, ?, 1)', id, hash)
  return code
}
async function asked(person: { email: string; second: string }) {
  const { recoveryId } = (await start(person.email)).data
  expect((await send(recoveryId)).status).toBe(200)
  return { recoveryId, code: await mailedCode(person.second, WORDS.recovery) }
}
async function proven(person: { email: string; second: string }) {
  const { recoveryId, code } = await asked(person)
  const { data } = await verify(recoveryId, { code })
  return { recoveryId, code, ...data } as {
    recoveryId: string
    code: string
    recoveryToken: string
    availableAt: string
  }
}

describe('an account that is recovered', () => {
  it('has a new password a day after the code came back, and is signed out everywhere', async () => {
    const person = await recoverable()
    const began = await start(person.email)
    expect(began.data.methods).toEqual(['SECONDARY_EMAIL', 'PHONE'])
    const { recoveryId } = began.data
    await send(recoveryId)
    const proof = await verify(recoveryId, { code: await mailedCode(person.second, WORDS.recovery) })
    expect(Number(proof.headers.get('x-d1-round-trips'))).toBe(3)
    const { recoveryToken, availableAt } = proof.data
    expect(Date.parse(availableAt) - Date.now()).toBeGreaterThan(DAY_MS - MINUTE_MS)
    // Everybody who may stop it is told at once, and how.
    for (const to of [person.email, person.second, person.phone]) {
      const [told] = await mailsTo(
        to,
        to === person.phone ? 'récupère votre compte' : 'choisir un nouveau mot de passe',
      )
      expect(told?.text).toMatch(/annulez (la demande )?dans (votre compte|l'application)/i)
    }
    const early = await complete(recoveryToken)
    expect(early).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
    expect(early.error?.details).toEqual([{ field: 'availableAt', message: availableAt }])
    expect(early.error?.message).toMatch(/à partir du (1er|\d+) \S+ \d{4} à \d\d:\d\d \(UTC\+2\)/)

    wait(DAY_MS + MINUTE_MS)
    const done = await complete(recoveryToken)
    expect(done.data).toEqual({ recovered: true, deviceToken: expect.any(String) })
    expect((await logIn(person.email)).status).toBe(401)
    expect((await logIn(person.email, NEW_PASSWORD)).status).toBe(200)
    const live = await count(`sessions WHERE user_id = ? AND revoke_reason = 'RECOVERY'`, person.id)
    expect(live).toBe(1)
    for (const to of [person.email, person.second]) await mailsTo(to, 'Votre compte a été récupéré')
    expect((await complete(recoveryToken, 'Encore-un-autre-8')).status).toBe(410)
  })

  it('is proved by its number too, however it is named', async () => {
    const { phone } = await recoverable()
    const { recoveryId } = (await start(`+${phone}`)).data
    await send(recoveryId, 'PHONE')
    const [sms] = await mailsTo(phone, WORDS.recovery)
    expect(sms?.channel).toBe('SMS')
    expect((await verify(recoveryId, { code: sms?.code ?? '' })).status).toBe(200)
  })

  it('is proved by a backup code, once, after the same wait', async () => {
    const person = await recoverable()
    const backupCode = await giveBackupCode(person.id)
    const { recoveryId } = (await start(person.email)).data
    const { data } = await verify(recoveryId, { backupCode: ' ABCD EFGH' })
    expect(Date.parse(data.availableAt) - Date.now()).toBeGreaterThan(DAY_MS - MINUTE_MS)
    const again = (await start(person.email)).data.recoveryId
    expect((await verify(again, { backupCode })).status).toBe(401)
  })

  it('does not wait less when both are right, and is refused when one is wrong', async () => {
    const person = await recoverable()
    const backupCode = await giveBackupCode(person.id)
    const { recoveryId, code } = await asked(person)
    expect((await verify(recoveryId, { code, backupCode: 'zzzz-zzzz' })).status).toBe(401)
    const { data } = await verify(recoveryId, { code, backupCode })
    expect(Date.parse(data.availableAt) - Date.now()).toBeGreaterThan(DAY_MS - MINUTE_MS)
    expect((await verify(recoveryId, {})).status).toBe(400)
  })

  it('goes on asking for its authenticator', async () => {
    const person = await recoverable()
    const { recoveryToken } = await proven(person)
    await run(
      `INSERT INTO totp (user_id, sealed_seed, key_version, confirmed_at, last_step, created_at) VALUES (?, 'x', 1, 1, 0, 1)`,
      person.id,
    )
    wait(DAY_MS)
    expect((await complete(recoveryToken)).status).toBe(200)
    expect((await logIn(person.email, NEW_PASSWORD)).data).toMatchObject({ requiresTotp: true })
  })

  it('may be asked for too early any number of times', async () => {
    const person = await recoverable()
    const { recoveryToken } = await proven(person)
    for (let i = 0; i < 12; i++) expect((await complete(recoveryToken)).status).toBe(409)
    wait(DAY_MS)
    expect((await complete(recoveryToken)).status).toBe(200)
  })
})

describe('its owner', () => {
  it('stops it by signing in', async () => {
    const person = await recoverable()
    const { recoveryToken } = await proven(person)
    expect((await logIn(person.email)).status).toBe(200)
    wait(DAY_MS)
    expect((await complete(recoveryToken)).status).toBe(410)
    expect((await logIn(person.email)).status).toBe(200)
  })

  it('stops it by changing or resetting the password', async () => {
    const [one, two] = [await recoverable(), await recoverable()]
    const tokens = [(await proven(one)).recoveryToken, (await proven(two)).recoveryToken]
    const change = { currentPassword: PASSWORD, newPassword: 'Encore-un-autre-8' }
    expect((await call(one, 'POST', '/auth/password/update', change)).status).toBe(200)
    const token = await resetToken(two.email)
    await call(guest, 'POST', '/auth/password/reset', { token, newPassword: 'Encore-un-autre-8' })
    wait(DAY_MS)
    for (const recoveryToken of tokens) expect((await complete(recoveryToken)).status).toBe(410)
  })

  it('stops it also at the very moment it is completed: there is one of them', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await recoverable()
      const { recoveryToken } = await proven(person)
      wait(DAY_MS)
      const [signedIn, done] = await Promise.all([logIn(person.email), complete(recoveryToken)])
      // Signed in first: it is stopped. Completed first: the old password opens nothing.
      if (done.status === 200) {
        expect(signedIn.status === 200 && (await isSignedIn(signedIn.data.accessToken))).toBe(false)
        expect((await logIn(person.email, NEW_PASSWORD)).status).toBe(200)
      } else {
        expect([signedIn.status, done.status]).toEqual([200, 410])
      }
    }
  })
})

describe('who is not the owner', () => {
  it('sees the same whether there is an account or not, and is sent nothing', async () => {
    const known = await recoverable()
    const bare = await signUp()
    const [staff, blocked] = [await recoverable('ADMIN'), await recoverable()]
    await changeUser(blocked.id, 'blocked_at = 1')
    const outcomes = await Promise.all(
      [known.email, known.phone, bare.email, staff.email, blocked.email, freshEmail(), freshPhone()].map(
        async (name) => {
          const began = await start(name)
          const id = began.data.recoveryId
          const sent = await send(id, 'PHONE')
          const guessed = await verify(id, { code: '000000' })
          const backed = await verify(id, { backupCode: 'aaaa-bbbb' })
          return [began, sent, guessed, backed].map(({ status, body, headers }) => [
            status,
            JSON.stringify(body).replace(id, ''),
            headers.get('x-d1-round-trips'),
          ])
        },
      ),
    )
    // One in a million guesses would be right for those who were sent a code.
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0])
    const sent = await Promise.all([known, staff, blocked].map(({ phone }) => writtenTo(phone, 'code.recovery')))
    expect(sent).toEqual([2, 0, 0])
  })

  it('has five guesses of a code and of a backup code, also for 1,000 at once', async () => {
    const person = await recoverable()
    const backupCode = await giveBackupCode(person.id)
    const { recoveryId, code } = await asked(person)
    const answers = await together(1000, () => verify(recoveryId, { code: otherCode(code) }))
    expect(reasons(answers)).toEqual({ INVALID_VERIFICATION_CODE: 5, TOO_MANY_REQUESTS: 995 })
    expect((await verify(recoveryId, { code })).status).toBe(429)
    const backed = await together(50, (i) => verify(recoveryId, { backupCode: `mauvais-${i}` }))
    expect(reasons(backed)).toEqual({ INVALID_VERIFICATION_CODE: 5, TOO_MANY_REQUESTS: 45 })
    expect((await verify(recoveryId, { backupCode })).status).toBe(429)
  })

  it('proves nothing with the code of another recovery, nor of an address that is no longer the account’s', async () => {
    const [one, two] = [await recoverable(), await recoverable()]
    const [first, second] = [await asked(one), await asked(two)]
    if (first.code !== second.code) expect((await verify(second.recoveryId, { code: first.code })).status).toBe(401)
    await changeUser(one.id, 'secondary_email = NULL')
    expect((await verify(first.recoveryId, { code: first.code })).status).toBe(410)
  })

  it('proves it once for 50 at once, and completes it once', async () => {
    const person = await recoverable()
    const { recoveryId, code } = await asked(person)
    const proofs = await together(50, () => verify(recoveryId, { code }))
    expect(tally(proofs)[200]).toBe(1)
    const { recoveryToken } = proofs.find(({ status }) => status === 200)?.data ?? {}
    wait(DAY_MS)
    const done = await together(50, (i) => complete(recoveryToken, `Un-mot-numero-${i}`))
    expect(tally(done)).toMatchObject({ 200: 1 })
    const winner = done.findIndex(({ status }) => status === 200)
    expect((await logIn(person.email, `Un-mot-numero-${winner}`)).status).toBe(200)
  })

  it('has five guesses of the recovery token', async () => {
    const person = await recoverable()
    const { recoveryToken } = await proven(person)
    wait(DAY_MS)
    const forged = `${recoveryToken.split('.')[0]}.${'A'.repeat(43)}`
    expect(reasons(await together(50, () => complete(forged)))).toEqual({ INVALID_VERIFICATION_CODE: 5, GONE: 45 })
    expect((await complete(recoveryToken)).status).toBe(410)
  })

  it('cannot start more than five an hour, nor have more than five codes sent to one number', async () => {
    const { phone } = await recoverable()
    for (const name of [phone, freshEmail()]) {
      expect(tally(await together(20, () => start(name)))).toEqual({ 200: 5, 429: 15 })
    }
    wait(61 * MINUTE_MS)
    const one = (await start(phone)).data.recoveryId
    const two = (await start(phone)).data.recoveryId
    expect(tally(await together(20, () => send(one, 'PHONE')))).toEqual({ 200: 1, 429: 19 })
    for (let i = 0; i < 4; i++) {
      wait(MINUTE_MS + 1)
      expect((await send(two, 'PHONE')).status).toBe(200)
    }
    await mailsTo(phone, WORDS.recovery, 5)
    // The sixth answers alike; it is not sent, and no code proves it.
    wait(MINUTE_MS + 1)
    expect((await send(one, 'PHONE')).status).toBe(200)
    const row = await first(`SELECT code_hash FROM codes WHERE purpose = 'RECOVERY' AND person = ?`, one)
    expect(row).toEqual({ code_hash: '' })
    expect(await writtenTo(phone, 'code.recovery')).toBe(5)
  })

  it('is told when it is over: an hour to prove it, a week to complete it', async () => {
    const person = await recoverable()
    const { recoveryId } = (await start(person.email)).data
    wait(61 * MINUTE_MS)
    expect((await send(recoveryId)).status).toBe(410)
    expect((await send(crypto.randomUUID())).status).toBe(410)
    expect((await start('ni adresse ni numéro')).status).toBe(400)
    const { recoveryToken } = await proven(person)
    wait(8 * DAY_MS + MINUTE_MS)
    expect((await complete(recoveryToken)).status).toBe(410)
  })

  it('does not complete it for an account that was blocked, or became staff, meanwhile', async () => {
    for (const columns of ['blocked_at = 1', 'deleted_at = 1', "role = 'ADMIN'"]) {
      const person = await recoverable()
      const { recoveryToken } = await proven(person)
      await changeUser(person.id, columns)
      wait(DAY_MS)
      expect((await complete(recoveryToken)).status).toBe(410)
    }
  })
})
