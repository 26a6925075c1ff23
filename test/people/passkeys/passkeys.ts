import { type Answer, type Caller, call, guest, signUp } from '../../api.ts'
import { type Authenticator, type Lies, newAuthenticator } from '../../authenticator.ts'

type Person = NonNullable<Caller>

export const startRegistration = async (person: Person) =>
  (await call(person, 'POST', '/auth/passkey/register/options')).data

/** Adds a passkey from a device to an account. */
export async function register(
  person: Person,
  device: Authenticator,
  { lies, ...fields }: { lies?: Lies; name?: string } = {},
): Promise<Answer> {
  const { challengeId, options } = await startRegistration(person)
  const response = await device.create(options, lies)
  return call(person, 'POST', '/auth/passkey/register/verify', { challengeId, response, ...fields })
}

/** Somebody with one passkey, and the device it is in. */
export async function withPasskey({
  counts = true,
} = {}): Promise<{ person: Person; device: Authenticator; id: string }> {
  const person = await signUp()
  const device = await newAuthenticator({ counts })
  const { data } = await register(person, device)
  return { person, device, id: data.id }
}

export const startLogin = async (email?: string) =>
  (await call(guest, 'POST', '/auth/passkey/login/options', email === undefined ? {} : { email })).data

export const verifyLogin = (
  challengeId: string,
  response: unknown,
  headers?: Record<string, string>,
): Promise<Answer> => call(guest, 'POST', '/auth/passkey/login/verify', { challengeId, response }, headers)

/** A whole sign-in with a device. */
export async function login(
  device: Authenticator,
  { lies, email }: { lies?: Lies; email?: string } = {},
): Promise<Answer> {
  const { challengeId, options } = await startLogin(email)
  return verifyLogin(challengeId, await device.get(options, lies))
}
