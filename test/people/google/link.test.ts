import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call, guest, signUp, tally, together } from '../../api.ts'
import { newAuthenticator } from '../../authenticator.ts'
import { register as registerPasskey } from '../passkeys/passkeys.ts'
import { mailsTo, NEW_PASSWORD } from '../sign-in/mails.ts'
import { count, joined, link, login, newGoogler, unlink } from './google.ts'

const linksOf = (id?: string) => count('SELECT count(*) AS n FROM identities WHERE user_id = ?', id)

describe('linking', () => {
  it('makes a Google account a way in, whatever its address, shows it and tells the owner', async () => {
    const person = await signUp()
    const googler = newGoogler()
    const linked = await link(person, await googler.token({ email_verified: false }))
    expect(linked).toMatchObject({ status: 201, data: { provider: 'GOOGLE', email: googler.email } })
    expect((await call(person, 'GET', '/auth/identities')).data).toEqual({ identities: [linked.data] })
    expect((await mailsTo(person.email, 'a été lié'))[0]?.text).toContain(googler.email)
    expect((await login(await googler.token())).data.user.id).toBe(person.id)
  })

  it('refuses somebody else’s Google account, and a second one: 409, and the tokens stay good', async () => {
    const known = await joined()
    const person = await signUp()
    const theirs = await known.token()
    expect(await link(person, theirs)).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
    expect((await login(theirs)).status).toBe(200)

    const mine = newGoogler()
    expect((await link(person, await mine.token())).status).toBe(201)
    expect(await link(person, await mine.token())).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
    expect(await link(person, await newGoogler().token())).toMatchObject({ error: { reason: 'ALREADY_EXISTS' } })
    expect(await linksOf(person.id)).toBe(1)
  })

  it('needs a sign-in of the last hour and a token that was not used: 403, 401', async () => {
    const person = await signUp()
    const googler = newGoogler()
    const used = await googler.token()
    expect((await link(person, used)).status).toBe(201)
    expect((await unlink(person)).status).toBe(200)
    expect(await link(person, used)).toMatchObject({ status: 401, error: { reason: 'INVALID_CREDENTIALS' } })
    await env.DB.prepare('UPDATE sessions SET created_at = created_at - 3600001 WHERE user_id = ?')
      .bind(person.id)
      .run()
    const late = await link(person, await googler.token())
    expect(late).toMatchObject({ status: 403, error: { reason: 'REAUTH_REQUIRED' } })
  })

  it('fifty at once: one link', async () => {
    const person = await signUp()
    const idToken = await newGoogler().token()
    expect(tally(await together(50, () => link(person, idToken)))).toEqual({ 201: 1, 401: 49 })
    expect(await linksOf(person.id)).toBe(1)
  })
})

describe('unlinking', () => {
  it('takes the way in away, ends what waits for the authenticator’s code, and tells the owner', async () => {
    const person = await signUp()
    const googler = newGoogler()
    await link(person, await googler.token())
    expect((await unlink(person)).data).toEqual({ deleted: true })
    expect((await login(await googler.token())).status).toBe(404)
    expect((await call(person, 'GET', '/auth/identities')).data).toEqual({ identities: [] })
    await mailsTo(person.email, 'a été délié')
    expect((await unlink(person)).status).toBe(404)
  })

  it('leaves the last way in: a password or a passkey makes it not the last', async () => {
    const only = await joined()
    const refused = await unlink(only.caller)
    expect(refused).toMatchObject({ status: 409, error: { reason: 'LAST_SIGN_IN_METHOD' } })
    expect(await linksOf(only.caller?.id)).toBe(1)
    expect((await call(only.caller, 'POST', '/auth/password/create', { newPassword: NEW_PASSWORD })).status).toBe(201)
    expect((await unlink(only.caller)).status).toBe(200)

    const keyed = await joined()
    if (!keyed.caller) throw new Error('nobody joined')
    await registerPasskey(keyed.caller, await newAuthenticator())
    expect((await unlink(keyed.caller)).status).toBe(200)
  })

  it('needs a sign-in of the last hour: 403', async () => {
    const known = await joined()
    await env.DB.prepare('UPDATE sessions SET created_at = created_at - 3600001 WHERE user_id = ?')
      .bind(known.caller?.id)
      .run()
    expect(await unlink(known.caller)).toMatchObject({ status: 403, error: { reason: 'REAUTH_REQUIRED' } })
  })

  it('fifty at once: one', async () => {
    const person = await signUp()
    await link(person, await newGoogler().token())
    expect(tally(await together(50, () => unlink(person)))).toEqual({ 200: 1, 404: 49 })
  })

  it('and the last passkey at once: one of the two stays', async () => {
    const known = await joined()
    if (!known.caller) throw new Error('nobody joined')
    const passkey = await registerPasskey(known.caller, await newAuthenticator())
    const answers = await together(20, (i) =>
      i % 2 ? unlink(known.caller) : call(known.caller, 'DELETE', `/auth/passkey/${passkey.data.id}`),
    )
    expect(tally(answers)[200]).toBe(1)
    const left = [
      await linksOf(known.caller.id),
      await count('SELECT count(*) AS n FROM passkeys WHERE user_id = ?', known.caller.id),
    ]
    expect(left.sort()).toEqual([0, 1])
  })
})

it('a guest has no identities', async () => {
  expect((await call(guest, 'GET', '/auth/identities')).status).toBe(401)
})
