import { expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { freshEmail, freshPhone } from '#testing/fixtures/inputs.ts'
import { mailsTo } from '#testing/fixtures/mails.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { codeFor, inbox } from '#testing/sandbox.ts'

it('somebody who reads English gets English: the mail of their registration', async () => {
  const email = freshEmail('english')
  const joining = { name: 'Amina K', email, password: PASSWORD, role: 'BUYER', locale: 'en' }
  expect((await call(guest, 'POST', '/auth/create-account', joining)).status).toBe(201)
  expect(await codeFor(email)).toMatch(/^\d{6}$/)
  const [mail] = await inbox(email)
  expect(mail).toMatchObject({ subject: 'Your verification code' })
  expect(mail?.text).toMatch(/^\d{6} is your code to verify your e-mail address\. It is valid for 10 minutes\./)
})

it('the SMS and the mail of a new number are English for a person who says so in their profile', async () => {
  const person = await signUp()
  expect((await call(person, 'PUT', '/users/me', { locale: 'en' })).status).toBe(200)
  const phone = freshPhone()
  await call(person, 'POST', '/users/phone/request', { phone })
  const code = await codeFor(phone, 'SMS')
  expect((await inbox(phone))[0]?.text).toBe(`${code} is your Soko code. It is valid for 10 minutes. Do not share it.`)
  expect((await call(person, 'POST', '/users/phone/verify', { code })).status).toBe(200)
  const [told] = await mailsTo(person.email, 'A number has been added')
  expect(told?.text).toContain('take this back by this link')
})
