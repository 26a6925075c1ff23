import { describe, expect, it } from 'vitest'
import { type Caller, call, guest, reasons, tally, together } from '#testing/api.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { freshPhone, otherCode } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { codeFor, inbox, until } from '#testing/sandbox.ts'

const request = (as: Caller, phone: unknown) => call(as, 'POST', '/users/phone/request', { phone })
const verify = (as: Caller, code: unknown) => call(as, 'POST', '/users/phone/verify', { code })

describe('a phone number', () => {
  it('is theirs who type the code that it got', async () => {
    const buyer = await signUp()
    const phone = freshPhone()
    const spaced = `+${phone.slice(0, 3)} ${phone.slice(3, 6)}-${phone.slice(6)}`
    const asked = await request(buyer, spaced)
    expect(asked.data).toEqual({ sent: true, expiresIn: 600, resendIn: 60, maskedPhone: `243••••••${phone.slice(-3)}` })
    expect(asked.headers.get('x-d1-round-trips')).toBe('2')
    const verified = await verify(buyer, await codeFor(phone, 'SMS'))
    expect(verified.data).toMatchObject({ id: buyer.id, phone, isPhoneVerified: true })
    expect(verified.headers.get('x-d1-round-trips')).toBe('3')
  })

  it('is not verified by the code of another purpose, twice, or after it expired', async () => {
    const buyer = await signUp()
    expect(await verify(buyer, '123456')).toMatchObject({ status: 410 })
    const phone = freshPhone()
    await request(buyer, phone)
    const code = await codeFor(phone)
    await run('UPDATE codes SET expires_at = 1 WHERE person = ?', buyer.id)
    expect(await verify(buyer, code)).toMatchObject({ status: 410, error: { code: 'GONE' } })
    await run('UPDATE codes SET expires_at = 9e12 WHERE person = ?', buyer.id)
    expect(await verify(buyer, code)).toMatchObject({ status: 200 })
    expect(await verify(buyer, code)).toMatchObject({ status: 410 })
  })

  it('writes the message in the language asked for', async () => {
    const buyer = await signUp()
    const phone = freshPhone()
    await call(buyer, 'POST', '/users/phone/request', { phone, locale: 'en' })
    await codeFor(phone)
    expect((await inbox(phone))[0]?.text).toContain('is your Soko code')
  })

  it('is asked for again after a minute only', async () => {
    const buyer = await signUp()
    expect(await request(buyer, freshPhone())).toMatchObject({ status: 200 })
    const again = await request(buyer, freshPhone())
    expect(again).toMatchObject({ status: 429, error: { code: 'TOO_MANY_REQUESTS' } })
    expect(again.headers.get('retry-after')).toBe('60')
  })

  it('gets five codes an hour at most, whoever asks', async () => {
    const people = await Promise.all(Array.from({ length: 7 }, () => signUp()))
    const phone = freshPhone()
    const answers = await Promise.all(people.map((person) => request(person, phone)))
    expect(tally(answers)).toEqual({ 200: 5, 429: 2 })
    expect(await count("outbox WHERE channel = 'SMS' AND recipient = ?", phone)).toBe(5)
    expect(await count('codes WHERE target = ?', phone)).toBe(5)
  })

  it('belongs to one account: 409 for the second of two who prove it at once, and nothing is told before', async () => {
    const phone = freshPhone()
    const people = await Promise.all([signUp(), signUp()])
    const codes: string[] = []
    for (const person of people) {
      await request(person, phone)
      codes.push(await until(async () => (await inbox(phone)).find(({ code }) => code && !codes.includes(code))?.code))
    }
    expect(new Set(codes).size).toBe(2)
    const answers = await Promise.all(people.map((person, i) => verify(person, codes[i])))
    expect(tally(answers)).toEqual({ 200: 1, 409: 1 })
    expect(reasons(answers)).toEqual({ ok: 1, ALREADY_EXISTS: 1 })
    expect(await request(await signUp(), phone)).toMatchObject({ status: 200 })
  })

  it('is guessed five times at most, however many guess at once', async () => {
    const buyer = await signUp()
    const phone = freshPhone()
    await request(buyer, phone)
    const code = await codeFor(phone)
    const answers = await together(50, () => verify(buyer, otherCode(code)))
    expect(reasons(answers)).toEqual({ INVALID_VERIFICATION_CODE: 5, TOO_MANY_REQUESTS: 45 })
    expect(await verify(buyer, code)).toMatchObject({ status: 429 })
  })

  it('verifies once when the right code is sent fifty times at once', async () => {
    const buyer = await signUp()
    const phone = freshPhone()
    await request(buyer, phone)
    const code = await codeFor(phone)
    const answers = await together(50, () => verify(buyer, code))
    expect(tally(answers)[200]).toBe(1)
  })

  it.each([
    [{}, 'phone'],
    [{ phone: 1 }, 'phone'],
    [{ phone: '' }, 'phone'],
    [{ phone: '12345678' }, 'phone'],
    [{ phone: '1234567890123456' }, 'phone'],
    [{ phone: 'abcdefghij' }, 'phone'],
    [{ phone: '243810000123', locale: 'de' }, 'locale'],
    [{ phone: '243810000123', code: '1' }, 'code'],
  ])('refuses the request %j', async (body, field) => {
    const answer = await call(await signUp(), 'POST', '/users/phone/request', body)
    expect(answer).toMatchObject({ status: 400, error: { code: 'VALIDATION_ERROR', details: [{ field }] } })
  })

  it.each([
    {},
    { code: 123456 },
    { code: '12345' },
    { code: 'abcdef' },
    { code: '123456', phone: '1' },
    { code: '123456', locale: 'xx' },
  ])('refuses the verification %j', async (body) => {
    expect(await call(await signUp(), 'POST', '/users/phone/verify', body)).toMatchObject({ status: 400 })
  })

  it('is for people who are signed in', async () => {
    expect(await request(guest, freshPhone())).toMatchObject({ status: 401 })
    expect(await verify(guest, '123456')).toMatchObject({ status: 401 })
  })
})
