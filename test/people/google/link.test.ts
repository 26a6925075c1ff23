import { describe, expect, it } from 'vitest'
import { call, guest, tally, together } from '#testing/api.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { count } from '#testing/fixtures/database.ts'
import { joinedWithGoogle, linkGoogle, loginGoogle, newGoogleAccount, unlinkGoogle } from '#testing/fixtures/google.ts'
import { mailsTo } from '#testing/fixtures/mails.ts'
import { registerPasskey } from '#testing/fixtures/passkeys.ts'
import { NEW_PASSWORD, signUp } from '#testing/fixtures/people.ts'

const linksOf = (id?: string) => count('identities WHERE user_id = ?', id)

describe('linking', () => {
  it('makes a Google account a way in, whatever its address, shows it and tells the owner', async () => {
    const person = await signUp()
    const googler = newGoogleAccount()
    const linked = await linkGoogle(person, await googler.token({ email_verified: false }))
    expect(linked).toMatchObject({ status: 201, data: { provider: 'GOOGLE', email: googler.email } })
    const { deviceToken, ...identity } = linked.data
    expect(deviceToken).toEqual(expect.any(String))
    expect((await call(person, 'GET', '/auth/identities')).data).toEqual({ identities: [identity] })
    expect((await mailsTo(person.email, 'a été lié'))[0]?.text).toContain(googler.email)
    expect((await loginGoogle(await googler.token())).data.user.id).toBe(person.id)
  })

  it('refuses somebody else’s Google account, and a second one: 409, and the tokens stay good', async () => {
    const known = await joinedWithGoogle()
    const person = await signUp()
    const theirs = await known.token()
    expect(await linkGoogle(person, theirs)).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
    expect((await loginGoogle(theirs)).status).toBe(200)

    const mine = newGoogleAccount()
    expect((await linkGoogle(person, await mine.token())).status).toBe(201)
    expect(await linkGoogle(person, await mine.token())).toMatchObject({
      status: 409,
      error: { reason: 'ALREADY_EXISTS' },
    })
    expect(await linkGoogle(person, await newGoogleAccount().token())).toMatchObject({
      error: { reason: 'ALREADY_EXISTS' },
    })
    expect(await linksOf(person.id)).toBe(1)
  })

  it('fifty at once: one link', async () => {
    const person = await signUp()
    const idToken = await newGoogleAccount().token()
    expect(tally(await together(50, () => linkGoogle(person, idToken)))).toEqual({ 201: 1, 401: 49 })
    expect(await linksOf(person.id)).toBe(1)
  })
})

describe('unlinking', () => {
  it('takes the way in away, ends what waits for the authenticator’s code, and tells the owner', async () => {
    const person = await signUp()
    const googler = newGoogleAccount()
    await linkGoogle(person, await googler.token())
    expect((await unlinkGoogle(person)).data).toEqual({ deleted: true, deviceToken: expect.any(String) })
    expect((await loginGoogle(await googler.token())).status).toBe(404)
    expect((await call(person, 'GET', '/auth/identities')).data).toEqual({ identities: [] })
    await mailsTo(person.email, 'a été délié')
    expect((await unlinkGoogle(person)).status).toBe(404)
  })

  it('leaves the last way in: a password or a passkey makes it not the last', async () => {
    const only = await joinedWithGoogle()
    const refused = await unlinkGoogle(only.caller)
    expect(refused).toMatchObject({ status: 409, error: { reason: 'LAST_SIGN_IN_METHOD' } })
    expect(await linksOf(only.caller?.id)).toBe(1)
    expect((await call(only.caller, 'POST', '/auth/password/create', { newPassword: NEW_PASSWORD })).status).toBe(201)
    expect((await unlinkGoogle(only.caller)).status).toBe(200)

    const keyed = await joinedWithGoogle()
    if (!keyed.caller) throw new Error('nobody joined')
    await registerPasskey(keyed.caller, await newAuthenticator())
    expect((await unlinkGoogle(keyed.caller)).status).toBe(200)
  })

  it('fifty at once: one', async () => {
    const person = await signUp()
    await linkGoogle(person, await newGoogleAccount().token())
    expect(tally(await together(50, () => unlinkGoogle(person)))).toEqual({ 200: 1, 404: 49 })
  })

  it('and removing the last passkey at once: one of the two stays', async () => {
    const known = await joinedWithGoogle()
    if (!known.caller) throw new Error('nobody joined')
    const passkey = await registerPasskey(known.caller, await newAuthenticator())
    const answers = await together(20, (i) =>
      i % 2 ? unlinkGoogle(known.caller) : call(known.caller, 'DELETE', `/auth/passkey/${passkey.data.id}`),
    )
    expect(tally(answers)[200]).toBe(1)
    const left = [await linksOf(known.caller.id), await count('passkeys WHERE user_id = ?', known.caller.id)]
    expect(left.sort()).toEqual([0, 1])
  })
})

it('a guest has no identities', async () => {
  expect((await call(guest, 'GET', '/auth/identities')).status).toBe(401)
})
