import { emailOf, PASSWORD, PEOPLE } from './seed.ts'

/** Somebody signed in. The names in it are also in what the Worker asks of D1 for them. */
export type Person = { token: string; userId: string; sessionId: string }

/** As many hash a password at once as the service lets wait. */
const AT_ONCE = 6

/** Everybody who acts, signed in through the front door. */
export async function signInAll(market: URL): Promise<Person[]> {
  const people: Person[] = []
  for (let first = 0; first < PEOPLE; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, PEOPLE - first) }, (_, i) => signIn(market, first + i))
    people.push(...(await Promise.all(some)))
  }
  return people
}

/** @param send takes the request to the service */
export async function signIn(market: URL, user: number, send: typeof fetch = fetch): Promise<Person> {
  const response = await send(new URL('/api/v1/auth/login/password', market), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client-type': 'mobile', 'cf-connecting-ip': addressOf(user) },
    body: JSON.stringify({ email: emailOf(user), password: PASSWORD }),
  })
  if (!response.ok) throw new Error(`nobody could sign in: ${response.status} ${await response.text()}`)
  const { data } = (await response.json()) as { data: { accessToken: string; user: { id: string } } }
  const claims = JSON.parse(Buffer.from(data.accessToken.split('.')[1] ?? '', 'base64url').toString())
  return { token: data.accessToken, userId: data.user.id, sessionId: claims.sid }
}

/** Two thousand callers, each from an address of their own, as the rate limits see them. */
export const addressOf = (i: number) => `10.1.${Math.floor((i % 2000) / 200)}.${i % 200}`
