import { hc, type InferRequestType, type InferResponseType } from 'hono/client'
import { againWhenUnavailable, bodyOf, isRefusedFor, RENEWAL } from './client-repeat.ts'
import { isSameForAll } from './client-shared.ts'
import type { ClientOf } from './http/client-of.ts'
import type { LiveMessage as Heard } from './routes/office/live.ts'
import { PATHS, type RouterName } from './routes/paths.ts'
import type { ROUTERS } from './routes/table.ts'

// Only types, paths and what it repeats are imported from the service: a front end that uses this bundles nothing else of it but hono's
// small client.

export type Tokens = { accessToken: string; refreshToken: string }

export type ClientOptions = {
  /** `https://api.example`, without a path. */
  baseUrl: string
  /** A web client is kept signed in by cookies, a mobile one by its tokens (docs/accounts.md, Cookies). */
  clientType: 'web' | 'mobile'
  /** Tokens of an earlier run. */
  tokens?: Tokens
  /** Called whenever the tokens change, by whichever operation, to keep them; undefined once they are no longer good. */
  onTokens?: (tokens: Tokens | undefined) => void
  /** The token that this device got earlier, as a mobile client (docs/limits.md, Known devices). */
  deviceToken?: string
  /** Called whenever a mobile client gets a device token, to keep it also after the session. */
  onDeviceToken?: (deviceToken: string) => void
  /**
   * Solves the challenge of `GET /auth/challenge` with the library `altcha`, when a guest is asked for one: its payload as base64.
   * The refused request is then sent once more. Without it the refusal CHALLENGE_REQUIRED is answered.
   */
  solve?: (challenge: unknown) => Promise<string>
  fetch?: typeof fetch
  /** Wraps the sending of a request with its repeats: a write that gets an `Idempotency-Key` here is repeated as well. */
  around?: (send: typeof fetch) => typeof fetch
}

type Refusal = { code: string; message: string; reason?: string; details?: { field: string; message: string }[] }

/** A refusal of the service; `message` is French and may be shown. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly reason: string | undefined
  readonly details: { field: string; message: string }[]
  /** Seconds to wait before the next try, if the service says so. */
  readonly retryAfterS: number | undefined
  /** The number of the request, for support. */
  readonly requestId: string | undefined

  constructor(status: number, { code, message, reason, details }: Refusal, headers?: Headers) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.reason = reason
    this.details = details ?? []
    this.retryAfterS = Number(headers?.get('Retry-After') ?? 0) || undefined
    this.requestId = headers?.get('X-Request-Id') ?? undefined
  }
}

type Answer<T> = { ok: boolean; status: number; headers?: Headers; json(): Promise<{ success: true; data: T }> }

/** The data of an answer: `unwrap(client.orders.me.$get({ query: {} }))`. @throws ApiError for a refusal */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<T> {
  const answer = await call
  const body: unknown = await answer.json().catch(() => undefined)
  if (answer.ok) return (body as { data: T }).data
  const unreadable = { code: 'INTERNAL_ERROR', message: 'La réponse du service est illisible.' }
  throw new ApiError(answer.status, (body as { error?: Refusal } | undefined)?.error ?? unreadable, answer.headers)
}

/** The second argument of a POST that must happen once however often it is sent: `$post(args, once(key))`. */
export const once = (key: string) => ({ headers: { 'Idempotency-Key': key } })

/**
 * A client for each router of src/routes/table.ts, typed by the routes themselves. An expired access token is renewed once.
 * A 503 that says when to come back is repeated then, twice at most, where that does no harm: reads, what bears an
 * Idempotency-Key, and the renewal. Of any other write nobody knows whether it was done: its refusal is answered.
 */
export function createClient(options: ClientOptions) {
  const { clientType } = options
  const repeating = againWhenUnavailable(options.fetch ?? fetch)
  const send = options.around?.(repeating) ?? repeating
  const host = options.baseUrl.replace(/\/$/, '')
  let { tokens, deviceToken } = options
  let renewal: Promise<boolean> | undefined
  let renewals = 0

  const keep = (fresh: Tokens | undefined) => {
    tokens = fresh
    options.onTokens?.(fresh)
  }
  const ask = (input: RequestInfo | URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    const address = input instanceof Request ? input.url : String(input)
    if (isSameForAll(address, init.method)) return send(input, { ...init, headers })
    if (clientType === 'mobile') headers.set('X-Client-Type', 'mobile')
    if (clientType === 'mobile' && tokens) headers.set('Authorization', `Bearer ${tokens.accessToken}`)
    if (clientType === 'mobile' && deviceToken) headers.set('X-Device-Token', deviceToken)
    return send(input, { ...init, headers, ...(clientType === 'web' && { credentials: 'include' as const }) })
  }
  const askAndSolve = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const first = await ask(input, init)
    if (!options.solve || first.status !== 429 || !(await isRefusedFor(first, 'CHALLENGE_REQUIRED'))) return first
    const { data } = (await (await ask(`${host}/api/v1/auth/challenge`)).json()) as { data: unknown }
    const headers = new Headers(init.headers)
    headers.set('X-Challenge', await options.solve(data))
    return ask(input, { ...init, headers })
  }
  /** Keeps the tokens of a session that an answer opened, and of a device that it made known; a page has cookies for both. */
  const remember = async (answer: Response) => {
    if (clientType === 'web' || !answer.ok) return
    const { data } = await bodyOf<Partial<Tokens> & { deviceToken?: string }>(answer)
    if (data?.deviceToken) {
      deviceToken = data.deviceToken
      options.onDeviceToken?.(deviceToken)
    }
    if (data?.accessToken && data.refreshToken) keep({ accessToken: data.accessToken, refreshToken: data.refreshToken })
  }
  const renew = async () => {
    const body = JSON.stringify(clientType === 'mobile' ? { refreshToken: tokens?.refreshToken } : {})
    const headers = { 'Content-Type': 'application/json' }
    const answer = await ask(`${host}${RENEWAL}`, { method: 'POST', headers, body })
    if (answer.ok) renewals++
    if (clientType === 'mobile' && answer.status === 401) keep(undefined)
    await remember(answer)
    return answer.ok
  }
  const askAndRenew: typeof fetch = async (input, init) => {
    const before = renewals
    const first = await askAndSolve(input, init)
    if (first.status !== 401 || (clientType === 'mobile' && !tokens) || !(await isRefusedFor(first, 'TOKEN_EXPIRED')))
      return first
    // Requests that fail together wait for one renewal; one that left before it, and fails after it, needs no other.
    if (renewals > before) return ask(input, init)
    renewal ??= renew().finally(() => {
      renewal = undefined
    })
    return (await renewal) ? ask(input, init) : first
  }

  const askAndRemember: typeof fetch = async (input, init) => {
    const answer = await askAndRenew(input, init)
    if (init?.method !== 'GET') await remember(answer)
    return answer
  }

  const clients = Object.fromEntries(
    Object.entries(PATHS).map(([name, path]) => [name, hc(host + path, { fetch: askAndRemember })]),
  ) as unknown as Clients
  return {
    ...clients,

    /** Signs in with a password: the person, or the challenge to answer if the account has an authenticator. */
    signIn(email: string, password: string) {
      return unwrap(clients.login.password.$post({ json: { email, password } }))
    },
    /** Signs in with the code that `login['request-otp']` mailed. */
    signInByCode(email: string, code: string) {
      return unwrap(clients.login['verify-otp'].$post({ json: { email, code } }))
    },
    /** Signs in with the answer of a device to the challenge of `passkeyLogin.options`. */
    signInByPasskey(json: PasskeyAnswer) {
      return unwrap(clients.passkeyLogin.verify.$post({ json }))
    },
    /**
     * Answers the challenge of a sign-in, whichever way it began, with a code of the authenticator or a backup code: the
     * person. A wrong one is an ApiError of status 401, and may be tried again; 410 begins the sign-in anew.
     */
    answerTotp(pendingToken: string, proof: { code: string } | { backupCode: string }) {
      return unwrap(clients.login.totp.$post({ json: { pendingToken, ...proof } }))
    },
    /** Ends the session, also when its access token has expired. */
    async signOut() {
      await unwrap(clients.sessions.logout.$post({ json: tokens ? { refreshToken: tokens.refreshToken } : {} }))
      keep(undefined)
    },
  }
}

/** A client of hono for each router. */
type Clients = { [Name in RouterName]: ClientOf<(typeof ROUTERS)[Name]> }

export type PasskeyAnswer = InferRequestType<Clients['passkeyLogin']['verify']['$post']>['json']
/** The answer of every way of signing in. */
export type SignedIn = InferResponseType<Clients['login']['password']['$post']>['data']

export type Client = ReturnType<typeof createClient>

/** A message of the WebSocket of `GET /notifications/live`. */
export type LiveMessage = Heard
