import { beforeEach, describe, expect, it } from 'vitest'
import { CreatePassword, createPassword } from '#domain/people/passwords/create.ts'
import { UpdatedPasswordView, UpdatePassword, updatePassword } from '#domain/people/passwords/update.ts'
import { addTokens, openTokens } from '#testing/domain/codes.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket, EMAIL, mailsTo, SECOND_EMAIL } from '#testing/domain/market.ts'
import { NEW_PASSWORD, opens, PASSWORD, setPasswords } from '#testing/domain/passwords.ts'
import { addSession, LIVE, sessionOf } from '#testing/domain/sessions.ts'

const domain = openDomain(addMarket)
const { ctx } = domain

const asBuyer = (ms = 5, provenAt = NOW) => {
  const { caller } = domain.as({ id: 'buyer', email: EMAIL, sessionId: 'here', provenAt })
  return domain.after(ms, { caller })
}
const update = (currentPassword = PASSWORD, newPassword = NEW_PASSWORD) =>
  updatePassword(asBuyer(), { currentPassword, newPassword })

describe('a known password', () => {
  beforeEach(() => setPasswords(domain))

  it('is changed for the person who asks, and the tries are forgotten', async () => {
    await expect(update('not-the-one')).rejects.toMatchObject({ reason: 'INVALID_CREDENTIALS' })
    await update()
    expect([await opens(domain, 'buyer', NEW_PASSWORD), await opens(domain, 'buyer', PASSWORD)]).toEqual([true, false])
    expect(await opens(domain, 'seller', PASSWORD)).toBe(true)
    expect(domain.row("SELECT updated_at FROM users WHERE id = 'buyer'")).toEqual({ updated_at: NOW + 5 })
    // The wrong one of before still counts for the day.
    expect(domain.rows("SELECT key, count FROM attempts WHERE key NOT GLOB 'told:*'")).toEqual([
      { key: 'password:buyer:day', count: 1 },
    ])
  })

  it('signs the person out everywhere else, and says of how many sessions', async () => {
    addSession(domain, 'here')
    addSession(domain, 'there')
    addSession(domain, 'elsewhere')
    addSession(domain, 'over', 'buyer', { revoked_at: 1, revoke_reason: 'LOGOUT' })
    addSession(domain, 'theirs', 'seller')
    const answer = await update()
    expect(answer).toEqual({ updated: true, revokedSessions: 2 })
    expect(UpdatedPasswordView.parse(answer)).toEqual(answer)
    expect(UpdatedPasswordView.safeParse({ ...answer, updated: false }).success).toBe(false)
    const out = { revoked_at: NOW + 5, revoke_reason: 'PASSWORD' }
    expect(['here', 'there', 'elsewhere', 'theirs'].map((id) => sessionOf(domain, id))).toEqual([LIVE, out, out, LIVE])
    expect(sessionOf(domain, 'over')).toEqual({ revoked_at: 1, revoke_reason: 'LOGOUT' })
  })

  it('is told to both addresses, and ends what was begun with the old one', async () => {
    domain.run("UPDATE users SET secondary_email = ? WHERE id = 'buyer'", SECOND_EMAIL)
    await addTokens(domain, 'buyer', 'TOTP_CHALLENGE', 'PASSWORD_RESET', 'RECOVERY')
    await update()
    expect(openTokens(domain, 'buyer')).toEqual([])
    for (const email of [EMAIL, SECOND_EMAIL])
      expect(mailsTo(domain, email)).toMatchObject([{ kind: 'password.changed' }])
    expect(await domain.sent()).toEqual([`email.send ${EMAIL}`, `email.send ${SECOND_EMAIL}`])
  })

  it('is not changed without the old one', async () => {
    addSession(domain, 'there')
    await expect(update('not-the-one')).rejects.toMatchObject({ code: 'UNAUTHORIZED', reason: 'INVALID_CREDENTIALS' })
    expect(await opens(domain, 'buyer', PASSWORD)).toBe(true)
    expect([sessionOf(domain, 'there'), mailsTo(domain, EMAIL), domain.laters]).toEqual([LIVE, [], []])
  })

  it('is not changed for the same, however it is typed, and that is no try', async () => {
    const [composed, apart] = ['café-au-marché', 'cafe\u0301-au-marche\u0301']
    await setPasswords(domain, composed)
    const refused = {
      code: 'VALIDATION_ERROR',
      message: 'Choisissez un autre mot de passe que le précédent.',
      details: [{ field: 'newPassword', message: 'Choisissez un autre mot de passe que le précédent.' }],
    }
    for (const [known, wanted] of [
      [composed, composed],
      [composed, apart],
      [apart, composed],
    ])
      await expect(update(known, wanted)).rejects.toMatchObject(refused)
    expect(domain.rows('SELECT * FROM attempts')).toEqual([])
    await expect(update(apart)).resolves.toMatchObject({ updated: true })
  })

  it('is asked for with the old one, 1 to 128 characters of whatever it was, and a new one', () => {
    const good = { currentPassword: 'x', newPassword: NEW_PASSWORD }
    for (const input of [good, { ...good, currentPassword: 'x'.repeat(128) }])
      expect(UpdatePassword.parse(input)).toEqual(input)
    for (const bad of [
      { ...good, currentPassword: '' },
      { ...good, currentPassword: 'x'.repeat(129) },
      { ...good, newPassword: 'motdepasse' },
      { ...good, role: 'ADMIN' },
      { newPassword: NEW_PASSWORD },
    ])
      expect(UpdatePassword.safeParse(bad).success).toBe(false)
  })
})

describe('a first password', () => {
  const create = (at = asBuyer()) => createPassword(at, { newPassword: NEW_PASSWORD })

  it('is given to the person who asks, who stays signed in here and nowhere else', async () => {
    addSession(domain, 'here')
    addSession(domain, 'there')
    expect(await create()).toEqual({ created: true })
    expect([await opens(domain, 'buyer', NEW_PASSWORD), await opens(domain, 'seller', NEW_PASSWORD)]).toEqual([
      true,
      false,
    ])
    expect(domain.row("SELECT updated_at FROM users WHERE id = 'buyer'")).toEqual({ updated_at: NOW + 5 })
    const out = { revoked_at: NOW + 5, revoke_reason: 'PASSWORD' }
    expect([sessionOf(domain, 'here'), sessionOf(domain, 'there')]).toEqual([LIVE, out])
  })

  it('is told to both addresses as what it is, and ends what was begun without it', async () => {
    domain.run("UPDATE users SET secondary_email = ? WHERE id = 'buyer'", SECOND_EMAIL)
    await addTokens(domain, 'buyer', 'TOTP_CHALLENGE', 'PASSWORD_RESET', 'RECOVERY')
    await create()
    expect(openTokens(domain, 'buyer')).toEqual([])
    for (const email of [EMAIL, SECOND_EMAIL])
      expect(mailsTo(domain, email)).toMatchObject([
        { kind: 'password.created', subject: 'Un mot de passe a été ajouté' },
      ])
    expect(await domain.sent()).toEqual([`email.send ${EMAIL}`, `email.send ${SECOND_EMAIL}`])
  })

  it('is refused where there is one, and nothing changes', async () => {
    await setPasswords(domain)
    await addTokens(domain, 'buyer', 'RECOVERY')
    await expect(create()).rejects.toMatchObject({ code: 'CONFLICT', reason: 'ALREADY_EXISTS' })
    expect(await opens(domain, 'buyer', PASSWORD)).toBe(true)
    expect(openTokens(domain, 'buyer')).toEqual(['RECOVERY'])
    expect([mailsTo(domain, EMAIL), domain.laters]).toEqual([[], []])
  })

  it('asks for a proof of the last ten minutes', async () => {
    const tenMinutes = 600_000
    await expect(create(asBuyer(tenMinutes + 1))).rejects.toMatchObject({
      code: 'FORBIDDEN',
      reason: 'REAUTH_REQUIRED',
    })
    await expect(create(ctx)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(domain.rows('SELECT id FROM users WHERE password_hash IS NOT NULL')).toEqual([])
    await expect(create(asBuyer(tenMinutes))).resolves.toEqual({ created: true })
  })

  it('takes the new password and nothing else', () => {
    const good = { newPassword: NEW_PASSWORD }
    expect(CreatePassword.parse(good)).toEqual(good)
    for (const bad of [{}, { newPassword: 'motdepasse' }, { ...good, currentPassword: PASSWORD }])
      expect(CreatePassword.safeParse(bad).success).toBe(false)
  })
})
