import { describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { PASSWORD } from '#testing/fixtures/people.ts'
import { inbox, until } from '#testing/sandbox.ts'
import { addSecond, codeAfter, enter, freshlySignedIn, MINUTE, withSecond } from '#testing/stories/people.ts'

const STRANGERS = 'Mot-du-voleur-77'
const strangerRegisters = async (email: string) => {
  const body = { name: 'Voleur', email, password: STRANGERS, role: 'BUYER' }
  expect((await call(guest, 'POST', '/auth/create-account', body)).status).toBe(201)
}

describe('requests of a stranger for an address as their own', () => {
  it('spend nothing of who wants to add it, as second address or as e-mail', async () => {
    const mine = freshEmail('mine')
    const stranger = await freshlySignedIn()
    const statuses = []
    for (let i = 0; i < 6; i++) {
      statuses.push((await addSecond(stranger, mine)).status)
      wait(MINUTE + 1000)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const person = await freshlySignedIn()
    expect((await addSecond(person, mine)).status).toBe(200)
    expect((await call(person, 'POST', '/users/me/email/request', { newEmail: mine })).status).toBe(200)
  })
})

describe('a registration of an address that nobody proved', () => {
  it('keeps nobody who holds the address from moving their account there', async () => {
    const person = await freshlySignedIn()
    const newEmail = freshEmail('neuf')
    await strangerRegisters(newEmail)
    await until(async () => (await inbox(newEmail)).length > 0, 'the code of the registration')
    const asked = () => call(person, 'POST', '/users/me/email/request', { newEmail, password: PASSWORD })
    const code = await codeAfter(newEmail, asked)
    expect((await call(person, 'POST', '/users/me/email/verify', { code })).status).toBe(200)
    expect((await enter(newEmail)).data.user.id).toBe(person.id)
    expect((await enter(newEmail, STRANGERS)).status).toBe(401)
  })

  it('keeps nobody from making their second address the first', async () => {
    const person = await withSecond(await freshlySignedIn())
    await strangerRegisters(person.second)
    const promoted = await call(person, 'POST', '/auth/secondary-email/promote', { email: person.second })
    expect(promoted.status).toBe(200)
    expect((await enter(person.second)).data.user.id).toBe(person.id)
  })
})
