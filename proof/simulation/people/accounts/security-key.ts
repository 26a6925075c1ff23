import { Buffer } from 'node:buffer'
import { PasskeyLogin } from '#domain/people/passkeys/login.ts'
import type { startPasskeyLogin } from '#domain/people/passkeys/login-options.ts'
import { RegisterPasskey } from '#domain/people/passkeys/register.ts'
import type { startPasskeyRegistration } from '#domain/people/passkeys/register-options.ts'
import { newAuthenticator } from '#testing/authenticator.ts'

export type Passkey = { credentialId: string; userHandle: string; counter: number }
type Registration = Awaited<ReturnType<typeof startPasskeyRegistration>>
type Login = Awaited<ReturnType<typeof startPasskeyLogin>>
/** Somebody's phone: its number, its passkeys, and the challenges it was sent last. */
export type Phone = { number?: string; passkeys: Passkey[]; registration?: Registration; login?: Login }

/** All passkeys sign with the same key, like everything that is drawn; the id says whose a passkey is and which. */
const signer = () => newAuthenticator({ origin: 'https://soko.test', rpId: 'soko.test' })

/** Makes a passkey on a phone. @returns what the phone sends */
export async function makePasskey(phone: Phone, owner: string, { challengeId, options }: Registration) {
  const credentialId = Buffer.from(`${owner} ${phone.passkeys.length}`).toString('base64url')
  phone.passkeys.push({ credentialId, userHandle: options.user.id, counter: 0 })
  const response = await (await signer()).create(options, { credentialId })
  return RegisterPasskey.parse({ challengeId, response })
}

/** Signs in with a passkey, which counts. @returns what the phone sends */
export async function signWith(passkey: Passkey, { challengeId, options }: Login) {
  passkey.counter++
  const response = await (await signer()).get(options, passkey)
  return PasskeyLogin.parse({ challengeId, response })
}
