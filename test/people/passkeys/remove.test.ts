import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { type Caller, call, reasons, tally, together } from '#testing/api.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { run } from '#testing/fixtures/database.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { loginPasskey, registerPasskey, withPasskey } from '#testing/fixtures/passkeys.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { inbox, until } from '#testing/sandbox.ts'

const remove = (as: Caller, id: string) => call(as, 'DELETE', `/auth/passkey/${id}`)
const withoutPassword = (id: string) => changeUser(id, 'password_hash = NULL')

describe('removing a passkey', () => {
  it('takes it away, tells the owner, and it opens nothing more', async () => {
    const person = await signUp()
    const second = freshEmail()
    await changeUser(person.id, 'secondary_email = ?', second)
    const device = await newAuthenticator()
    const { id } = (await registerPasskey(person, device)).data
    const removed = await remove(person, id)
    expect(removed).toMatchObject({ status: 200, data: { deleted: true } })
    expect(Number(removed.headers.get('x-d1-round-trips'))).toBe(3)
    expect((await call(person, 'GET', '/auth/passkey')).data.passkeys).toEqual([])
    expect((await loginPasskey(device)).status).toBe(401)
    expect((await remove(person, id)).status).toBe(404)
    for (const address of [person.email, second])
      await until(async () => {
        const subjects = (await inbox(address)).map(({ subject }) => subject)
        return (
          subjects.includes("Une clé d'accès a été ajoutée") && subjects.includes("Une clé d'accès a été supprimée")
        )
      }, `the mails to ${address}`)
    // The device may be added again.
    expect((await registerPasskey(person, device)).status).toBe(201)
  })

  it('of somebody else is not found', async () => {
    const { person, id } = await withPasskey()
    expect((await remove(await signUp(), id)).status).toBe(404)
    expect((await remove(person, crypto.randomUUID())).status).toBe(404)
    expect((await call(person, 'GET', '/auth/passkey')).data.passkeys).toHaveLength(1)
  })

  it('of 50 at once happens once', async () => {
    const { person, id } = await withPasskey()
    expect(tally(await together(50, () => remove(person, id)))).toEqual({ 200: 1, 404: 49 })
    await until(
      async () => (await inbox(person.email)).filter(({ subject }) => subject?.includes('supprimée')).length === 1,
      'one mail',
    )
  })
})

describe('the last way in', () => {
  it('stays', async () => {
    const { person, id } = await withPasskey()
    await withoutPassword(person.id)
    expect(await remove(person, id)).toMatchObject({ status: 409, error: { reason: 'LAST_SIGN_IN_METHOD' } })
    expect((await call(person, 'GET', '/auth/passkey')).data.passkeys).toHaveLength(1)
  })

  it('may go where Google is linked', async () => {
    const { person, id } = await withPasskey()
    await withoutPassword(person.id)
    await run(
      'INSERT INTO identities (provider, subject, user_id, email, linked_at) VALUES (?, ?, ?, ?, 1)',
      'GOOGLE',
      crypto.randomUUID(),
      person.id,
      person.email,
    )
    expect((await remove(person, id)).status).toBe(200)
  })

  it('stays also when the last two are removed at once', async () => {
    const { person, id } = await withPasskey()
    const other = await registerPasskey(person, await newAuthenticator())
    await withoutPassword(person.id)
    const answers = await together(50, (i) => remove(person, i % 2 ? id : other.data.id))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(reasons(answers)).toMatchObject({ ok: 1 })
    expect((await call(person, 'GET', '/auth/passkey')).data.passkeys).toHaveLength(1)
  })
})

it('ends a sign-in that waits for the code of the authenticator', async () => {
  const { person, device, id } = await withPasskey()
  await run(
    'INSERT INTO totp (user_id, sealed_seed, key_version, confirmed_at, last_step, created_at) VALUES (?, ?, 1, 1, 0, 1)',
    person.id,
    'x',
  )
  const { data } = await loginPasskey(device)
  const [tokenId] = data.pendingToken.split('.')
  const consumedAt = () =>
    env.DB.prepare('SELECT consumed_at FROM one_time_tokens WHERE id = ?').bind(tokenId).first<number>('consumed_at')
  expect(await consumedAt()).toBeNull()
  expect((await remove(person, id)).status).toBe(200)
  expect(await consumedAt()).not.toBeNull()
})
