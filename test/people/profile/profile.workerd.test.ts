import { exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, call, guest, type Person, tally, together } from '#testing/api.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { mailsTo, writtenTo } from '#testing/fixtures/mails.ts'
import { signIn, signUp, userRow, withPhone } from '#testing/fixtures/people.ts'
import { gif, jpeg, png, SECRET, svg, webp } from '#testing/fixtures/pictures.ts'
import { storedPictures } from '#testing/fixtures/products.ts'
import { inbox, until } from '#testing/sandbox.ts'

let me: Person
beforeAll(async () => {
  me = await signUp()
})
const edit = (as: Caller, body: unknown) => call(as, 'PUT', '/users/me', body)

describe('one’s own account', () => {
  it('is shown, and changed in what is given', async () => {
    const { data } = await call(me, 'GET', '/users/me')
    expect(data).toMatchObject({ id: me.id, email: me.email, preferredCurrency: 'USD' })
    const edited = await edit(me, { name: '  Aline Mapendo ', preferredCurrency: 'CDF', locale: 'en' })
    expect(edited.data).toEqual({ ...data, name: 'Aline Mapendo', preferredCurrency: 'CDF' })
    expect((await userRow(me.id))?.locale).toBe('en')
    expect(edited.headers.get('x-d1-round-trips')).toBe('2')
  })

  it('is as it was after an empty body', async () => {
    const before = await userRow(me.id)
    expect(await edit(me, {})).toMatchObject({ status: 200, data: { id: me.id } })
    expect(await userRow(me.id)).toEqual(before)
  })

  it.each([
    { role: 'ADMIN' },
    { isBlocked: false },
    { emailVerifiedAt: 1 },
    { isEmailVerified: true },
    { phoneVerifiedAt: 1 },
    { phone: '243810000123' },
    { email: 'autre@test.example' },
    { id: 'x' },
    { avatarKey: 'product-x.png' },
    { erasureDueAt: null },
    { passwordHash: 'x' },
    { name: 'x' },
    { name: 'x'.repeat(81) },
    { name: 'a\u0007b' },
    { preferredCurrency: 'EUR' },
    { locale: 'de' },
  ])('is not changed by %j', async (body) => {
    const before = await userRow(me.id)
    for (const more of [{}, { name: 'Aline' }])
      expect(await edit(me, { ...more, ...body })).toMatchObject({ status: 400, error: { code: 'VALIDATION_ERROR' } })
    expect(await userRow(me.id)).toEqual(before)
  })

  it('is not a guest’s', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', '/avatar'],
      ['DELETE', '/phone'],
      ['POST', '/delete'],
      ['POST', '/delete/cancel'],
      ['POST', '/email/request'],
      ['POST', '/email/verify'],
    ] as const)
      expect((await call(guest, method, `/users/me${path}`, method === 'GET' ? undefined : {})).status, path).toBe(401)
  })
})

describe('one’s picture', () => {
  const form = (bytes: Uint8Array, name = 'avatar') => {
    const whole = new FormData()
    whole.append(name, new Blob([Uint8Array.from(bytes)]), 'moi.svg')
    return whole
  }
  const put = (as: Caller, body: unknown) => call(as, 'POST', '/users/me/avatar', body)
  const keyOf = (url: string) => url.split('/').at(-1) ?? ''
  const stored = () => storedPictures('avatar-')
  const shown = (key: string) => exports.default.fetch(new Request(`http://localhost:8787/api/v1/media/${key}`))

  it.each([
    ['jpg', jpeg()],
    ['png', png()],
    ['webp', webp()],
  ])('is a %s by its content, kept under a key of ours without its metadata', async (extension, bytes) => {
    const { data } = await put(me, form(bytes))
    expect(data.avatarUrl).toMatch(new RegExp(`/api/v1/media/avatar-[0-9a-f-]{36}\\.${extension}$`))
    const text = new TextDecoder('latin1').decode(await (await shown(keyOf(data.avatarUrl))).arrayBuffer())
    expect(text).not.toContain(SECRET)
  })

  it('takes the place of the one before, which is taken away', async () => {
    const person = await signUp()
    const first = keyOf((await put(person, form(png()))).data.avatarUrl)
    const second = keyOf((await put(person, form(jpeg()))).data.avatarUrl)
    await until(async () => !(await stored()).includes(first), 'the old picture was taken away')
    expect(await stored()).toContain(second)
    const removed = await call(person, 'DELETE', '/users/me/avatar')
    expect(removed.data).toMatchObject({ id: person.id, avatarUrl: null })
    await until(async () => !(await stored()).includes(second), 'the picture was taken away')
    expect((await shown(second)).status).toBe(404)
    expect((await call(person, 'DELETE', '/users/me/avatar')).data.avatarUrl).toBeNull()
    const noted = await count('removed_files')
    expect(noted).toBe(0)
  })

  it('of fifty at once one is kept', async () => {
    const person = await signUp()
    const before = (await stored()).length
    expect(tally(await together(50, () => put(person, form(png()))))).toEqual({ 200: 50 })
    const { data } = await call(person, 'GET', '/users/me')
    await until(async () => (await stored()).length === before + 1, 'the others were taken away')
    expect(await stored()).toContain(keyOf(data.avatarUrl))
  })

  it('is refused as anything else, and nothing is kept', async () => {
    const before = await stored()
    const twice = form(png())
    twice.append('avatar', new Blob([png()]), 'b.png')
    const stray = form(png())
    stray.append('role', 'ADMIN')
    const text = new FormData()
    text.append('avatar', 'une image')
    const empty = new FormData()
    for (const [status, body] of [
      [415, form(svg)],
      [415, form(gif)],
      [415, form(new Uint8Array())],
      [400, form(png().slice(0, 40))],
      [400, form(png({ width: 9000 }))],
      [413, form(new Uint8Array(5 * 1024 * 1024 + 1))],
      [413, form(new Uint8Array(6 * 1024 * 1024))],
      [400, form(png(), 'image')],
      [400, twice],
      [400, stray],
      [400, text],
      [400, empty],
      [415, { avatar: 'x' }],
    ] as const)
      expect((await put(me, body)).status).toBe(status)
    expect(await put(guest, form(png()))).toMatchObject({ status: 401 })
    expect(await stored()).toEqual(before)
  })
})

describe('one’s number', () => {
  const prove = async (person: Person, phone: string) => {
    const known = (await inbox(phone)).length
    await call(person, 'POST', '/users/phone/request', { phone })
    const sent = await until(async () => {
      const messages = await inbox(phone)
      return messages.length > known && messages[0]
    }, 'the code')
    return call(person, 'POST', '/users/phone/verify', { code: sent.code })
  }

  it('is told by mail when it is added, and when it changes, each once', async () => {
    const person = await signUp()
    const phone = freshPhone()
    await prove(person, freshPhone())
    await mailsTo(person.email, 'Un numéro a été ajouté à votre compte')
    expect(await writtenTo(person.email, 'phone.changed')).toBe(0)
    await run('DELETE FROM codes WHERE person = ?', person.id)
    await prove(person, phone)
    const [mail] = await mailsTo(person.email, 'Le numéro de votre compte a changé')
    expect(mail?.text).toContain(`243••••••${phone.slice(-3)}`)
    expect(mail?.text).not.toContain(phone)
    await run('DELETE FROM codes WHERE person = ?', person.id)
    expect((await prove(person, phone)).data).toMatchObject({ phone, isPhoneVerified: true })
    expect(await writtenTo(person.email, 'phone.changed')).toBe(1)
    expect(await writtenTo(person.email, 'phone.added')).toBe(1)
  })

  it('is taken off, ends the other sessions, is told, and is another’s to have', async () => {
    const person = await signUp()
    const phone = freshPhone()
    await prove(person, phone)
    const second = await signIn(person.email, 'BUYER')
    const { data } = await call(person, 'DELETE', '/users/me/phone')
    expect(data).toMatchObject({ id: person.id, phone: null, isPhoneVerified: false })
    await mailsTo(person.email, 'a été retiré')
    expect((await call(person, 'GET', '/users/me')).status).toBe(200)
    expect((await call(second, 'GET', '/users/me')).status).toBe(401)
    expect((await prove(await signUp(), phone)).status).toBe(200)
    expect((await call(person, 'DELETE', '/users/me/phone')).data.phone).toBeNull()
    expect(await writtenTo(person.email, 'phone.removed')).toBe(1)
  })

  it('is taken off once, and told once, of fifty at once', async () => {
    const person = await withPhone()
    expect(tally(await together(50, () => call(person, 'DELETE', '/users/me/phone')))).toEqual({ 200: 50 })
    expect(await writtenTo(person.email, 'phone.removed')).toBe(1)
  })
})
