import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call, guest, tally, together } from '#testing/api.ts'
import { hourCronAfter, minuteCronAfter, wait } from '#testing/clock.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { mailsTo } from '#testing/fixtures/mails.ts'
import { ageSessions, PASSWORD, signIn, signUp } from '#testing/fixtures/people.ts'
import { askForCopy, copyOf, download, madeCopy, openArchive, readCopyOf } from '#testing/stories/copies.ts'
import { again, DAY, SECOND } from '#testing/stories/money.ts'
import { forgeAddress, ok } from '#testing/stories/orders.ts'
import { withNumber, withSecond } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

clockGoesOn()

const SUBJECT = 'Une copie de vos données'
/** Files of the archive of a copy. */
const archive = async (id: string) => (await env.MEDIA.list({ prefix: `private/copies/${id}/` })).objects.length

describe('who asks for a copy', () => {
  it('8.7.5 proves to be the owner, and waits for it', async () => {
    const person = await signUp()
    await ageSessions(person.id)
    expect(await askForCopy(person)).toMatchObject({ status: 403, error: { reason: 'REAUTH_REQUIRED' } })
    expect(await askForCopy(guest as never)).toMatchObject({ status: 401 })
    expect(await count('data_copies WHERE user_id = ?', person.id)).toBe(0)
    const owner = await again(person)
    const asked = ok(await askForCopy(owner))
    expect(asked).toMatchObject({ status: 'PENDING', expiresAt: null, url: null, size: null })
    expect(await readCopyOf(owner, asked.id)).toEqual(asked)
  })

  it('8.7.5 is told at every address and number of the account', async () => {
    const person = await withSecond(await withNumber(await signUp()))
    ok(await askForCopy(person))
    for (const address of [person.email, person.second]) {
      const [mail] = await mailsTo(address, SUBJECT)
      expect(mail?.text).toContain('changez votre mot de passe')
    }
    const phone = `243${person.phone.replace(/^(243|0)/, '')}`
    expect(
      await count("outbox WHERE channel = 'SMS' AND recipient = ? AND kind = 'account.copy-requested'", phone),
    ).toBe(1)
  })

  it('8.7.5 asks once in 24 hours, however often at once: one row', async () => {
    const person = await signUp()
    expect(tally(await together(2, () => askForCopy(person)))).toEqual({ 201: 1, 429: 1 })
    for (let i = 0; i < 10; i++)
      expect(Object.keys(tally(await together(100, () => askForCopy(person))))).toEqual(['429'])
    expect(await count('data_copies WHERE user_id = ?', person.id)).toBe(1)
    expect(await mailsTo(person.email, SUBJECT)).toHaveLength(1)
    wait(60 * SECOND)
    const refused = await askForCopy(await again(person))
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(23 * 3600)
    expect(seconds).toBeLessThanOrEqual(24 * 3600)
    wait((seconds + 1) * SECOND)
    expect(await askForCopy(await again(person))).toMatchObject({ status: 201 })
  })

  it('8.7.5 alone sees it: for others it does not exist', async () => {
    const person = await signUp()
    const { id } = ok(await askForCopy(person))
    for (const other of [await signUp(), await signUp('ADMIN')])
      expect(await call(other, 'GET', `/users/me/export/${id}`)).toMatchObject({ status: 404 })
  })
})

describe('the address of a copy', () => {
  it('8.7.5 is private and lasts seven days; then the archive is gone', async () => {
    const person = await signUp()
    const { id } = ok(await askForCopy(person))
    const copy = await madeCopy(person, id)
    expect(Date.parse(copy.expiresAt) - Date.now()).toBe(7 * DAY)
    const answer = await download(copy.url)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="soko-[\d-]+\.zip"$/),
      'cache-control': 'no-store',
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(bytes.byteLength).toBe(copy.size)
    expect(openArchive(bytes).rows('users')).toMatchObject([{ id: person.id }])
    expect((await download(forgeAddress(copy.url))).status).toBe(404)
    expect((await download(copy.url.replace(/expires=\d+/, 'expires=9999999999999'))).status).toBe(404)
    wait(7 * DAY - SECOND)
    expect((await download(copy.url)).status).toBe(200)
    wait(SECOND)
    expect((await download(copy.url)).status).toBe(410)
    const over = { status: 'EXPIRED', url: null, size: null }
    expect(await readCopyOf(await again(person), id)).toMatchObject(over)
    expect(await archive(id)).toBeGreaterThan(0)
    await hourCronAfter(SECOND)
    expect(await archive(id)).toBe(0)
    expect(await readCopyOf(await again(person), id)).toMatchObject(over)
  })

  it('8.7.5 ends with the session that read it; another session reads its own', async () => {
    const person = await signUp()
    const { id } = ok(await askForCopy(person))
    const { url } = await madeCopy(person, id)
    const other = await signIn(person.email, 'BUYER')
    const theirs = (await readCopyOf(other, id)).url
    expect(theirs).not.toBe(url)
    ok(await call(person, 'POST', '/auth/logout'))
    expect((await download(url)).status).toBe(404)
    expect((await download(theirs)).status).toBe(200)
    ok(
      await call(other, 'POST', '/auth/password/update', {
        currentPassword: PASSWORD,
        newPassword: 'Un-autre-mot-2026',
      }),
    )
    expect((await download(theirs)).status).toBe(200)
    expect(await askForCopy(person)).toMatchObject({ status: 401 })
  })

  it('8.7.5 opens for nobody who was blocked or deleted meanwhile', async () => {
    const admin = await signUp('ADMIN')
    for (const act of ['block', 'delete']) {
      const person = await signUp()
      const { id } = ok(await askForCopy(person))
      const { url } = await madeCopy(person, id)
      ok(await call(await again(admin), 'POST', `/users/${person.id}/${act}`, { reason: 'Demande' }))
      expect((await download(url)).status, act).toBe(404)
    }
  })

  it('8.7.5 is gone with its archive once the account is erased, also one that was still being made', async () => {
    const person = await signUp()
    const { id } = ok(await askForCopy(person))
    const { url } = await madeCopy(person, id)
    expect(await archive(id)).toBeGreaterThan(0)
    wait(DAY)
    ok(await askForCopy(await again(person)))
    ok(await call(await signUp('ADMIN'), 'POST', `/users/${person.id}/delete`, { reason: 'Demande' }))
    await run('UPDATE users SET erasure_due_at = 1 WHERE id = ?', person.id)
    await hourCronAfter(SECOND)
    expect((await download(url)).status).toBe(404)
    expect(await count('data_copies WHERE user_id = ?', person.id)).toBe(0)
    expect(await archive(id)).toBe(0)
    await minuteCronAfter(SECOND)
    expect(await archive(id)).toBe(0)
  })
})

it('8.7.5 a copy of before is in the next one, without its archive', async () => {
  const person = await signUp()
  await copyOf(person)
  wait(DAY)
  const second = await copyOf(await again(person))
  expect(second.rows('data_copies')).toHaveLength(2)
  expect(Object.keys(second.files).filter((name) => name.startsWith('files/'))).toEqual([])
})
