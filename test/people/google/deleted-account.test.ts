import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { joinedWithGoogle, linkGoogle, loginGoogle, registerGoogle } from '#testing/fixtures/google.ts'
import { signUp } from '#testing/fixtures/people.ts'

/** Somebody who joined through Google and whose account an ADMIN deleted. */
async function deleted() {
  const [admin, joined] = [await signUp('ADMIN'), await joinedWithGoogle()]
  const { id } = joined.caller
  expect((await call(admin, 'POST', `/users/${id}/delete`, { reason: 'essai' })).status).toBe(200)
  const restore = () => call(admin, 'POST', `/users/${id}/restore`)
  return { ...joined, id, restore }
}

describe('the Google account of an account that an ADMIN deleted', () => {
  it('is free, as its address and number: its person joins anew', async () => {
    const { id, token, restore } = await deleted()
    const again = await registerGoogle(await token())
    expect(again.status).toBe(201)
    expect(again.data.user.id).not.toBe(id)
    expect((await restore()).status).toBe(409)
  })

  it('is free to be linked to another account, which it then opens, also after the other is restored', async () => {
    const { token, restore } = await deleted()
    const person = await signUp()
    expect((await linkGoogle(person, await token())).status).toBe(201)
    expect((await restore()).status).toBe(200)
    expect((await loginGoogle(await token())).data.user.id).toBe(person.id)
  })

  it('opens the account again that is restored while nobody took it', async () => {
    const { id, token, restore } = await deleted()
    expect((await restore()).status).toBe(200)
    expect((await loginGoogle(await token())).data.user.id).toBe(id)
  })
})
