import type { Case } from '../case.ts'
import type { Answer } from '../send.ts'

/** Texts that nobody may be shown, and those that a guest may not be shown. */
export type Secrets = { never: Set<string>; notToGuests: Set<string> }

const SECRET_KEY = /password|passwd|hash|secret|salt|token|otp|apikey|^code$/i
/** The password record of the service, and digests. */
const SECRET_TEXT = /scrypt|^[0-9a-f]{64}$|PRIVATE KEY|[A-Z_]+_SECRET/

/** Fields that have such a name and are meant to be shown. */
const SHOWN: Record<string, string[]> = {
  showChallenge: ['salt', 'challenge', 'signature', 'keySignature'],
  setUpTotp: ['secret', 'otpauthUrl'],
  verifyRecovery: ['recoveryToken'],
  showMe: ['hasPassword', 'totpEnabled'],
  listLedgerAccounts: ['code'],
  // The device on which somebody proved who they are is known from then on.
  createAccount: ['deviceToken'],
  updatePassword: ['deviceToken'],
  verifyPhone: ['deviceToken'],
}

/** Fields that a person is handed at sign-in, by an operation that says so with the header that chooses how. */
const HANDED = ['accessToken', 'refreshToken', 'pendingToken', 'deviceToken', 'requiresTotp']

/** Secrets in an answer: by the name of a field, by the look of a text, by being one that this run knows. */
export function* secretFaults(
  { operation, as, body, address }: Case,
  { status, body: answer, headers }: Answer,
  secrets: Secrets,
): Generator<string> {
  const signsIn = operation.parameters.some(({ name }) => name === 'X-Client-Type')
  const shown = [...(SHOWN[operation.operationId] ?? []), ...(signsIn ? HANDED : [])]
  // The document shows made-up values of every field there is.
  const isExample = operation.operationId === 'showDocument'
  const sent = `${typeof body === 'string' ? body : ''} ${decodeURIComponent(address.replace(/%(?![0-9a-f]{2})/gi, '%25'))}`
  // Whoever proved to be somebody reads what that somebody once gave, which may be another's number.
  const user = answer?.data?.user
  const own = new Set(user?.email && sent.includes(user.email) ? Object.values(user) : [])
  for (const [key, value] of leaves(answer, status >= 400 ? 'error' : '')) {
    const name = key.slice(key.lastIndexOf('.') + 1)
    if (SECRET_KEY.test(name) && !isExample && !shown.includes(name) && !key.endsWith('error.code'))
      yield `shows the field ${name}`
    if (typeof value !== 'string' || sent.includes(value)) continue
    if (SECRET_TEXT.test(value) && !shown.includes(name)) yield `shows something like a secret in ${name}`
    if (secrets.never.has(value) && !shown.includes(name)) yield `shows a secret of this run in ${name}`
    if (as === 'guest' && status < 400 && secrets.notToGuests.has(value) && !own.has(value))
      yield `shows a guest somebody's address or number in ${name}`
  }
  for (const cookie of headers.getSetCookie())
    if (!/HttpOnly/i.test(cookie) || !/Secure/i.test(cookie)) yield 'sets a cookie that is not HttpOnly and Secure'
}

function* leaves(value: unknown, at: string): Generator<[string, unknown]> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (Array.isArray(value)) yield* leaves(inner, at)
      else {
        const here = `${at}.${key}`
        if (typeof inner !== 'object') yield [here, inner]
        else yield* leaves(inner, here)
      }
    }
  } else if (value !== undefined) yield [at, value]
}
