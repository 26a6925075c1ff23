import { describe, expect, it } from 'vitest'
import { together } from '#testing/api.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { registerPasskey } from '#testing/fixtures/passkeys.ts'
import { isSignedIn, signIn, withPhone } from '#testing/fixtures/people.ts'

describe('a token that was stolen', () => {
  it('and the owner’s token, changing one account at once: one session is left', async () => {
    const person = await withPhone()
    const other = await signIn(person.email, 'BUYER')
    const answers = await together(2, async (i) =>
      registerPasskey(i ? person : other, await newAuthenticator()).catch(() => ({ status: 401 })),
    )
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(1)
    const live = [await isSignedIn(person.token), await isSignedIn(other.token)]
    expect(live.filter(Boolean)).toHaveLength(1)
  })
})
