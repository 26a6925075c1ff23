import { hc, type InferRequestType, type InferResponseType } from 'hono/client'
import type { products } from './routes/catalogue/products.ts'
import type { gatewayA } from './routes/money/gateway-a.ts'
import type { gatewayB } from './routes/money/gateway-b.ts'
import type { ledger } from './routes/money/ledger.ts'
import type { gatewayAPayouts, payouts } from './routes/money/payouts.ts'
import type { payout, wallet } from './routes/money/wallet.ts'
import type { platform } from './routes/office/platform.ts'
import type { deliveries } from './routes/orders/deliveries.ts'
import type { orders } from './routes/orders/orders.ts'
import type { riders } from './routes/orders/riders.ts'
import type { auth } from './routes/people/auth.ts'
import type { google } from './routes/people/google.ts'
import type { passkeys } from './routes/people/passkeys.ts'
import type { passwords } from './routes/people/passwords.ts'
import type { profile } from './routes/people/profile.ts'
import type { recovery } from './routes/people/recovery.ts'
import type { secondaryEmail } from './routes/people/secondary-email.ts'
import type { sessions } from './routes/people/sessions.ts'
import type { totp } from './routes/people/totp.ts'
import type { users } from './routes/people/users.ts'
import type { plans } from './routes/shops/plans.ts'
import type { seller } from './routes/shops/seller.ts'
import type { subscriptions } from './routes/shops/subscriptions.ts'

// Types only are imported from the service: a front end that uses this bundles nothing of it but hono's small client.

export type Tokens = { accessToken: string; refreshToken: string }

export type ClientOptions = {
  /** `https://api.example`, without a path. */
  baseUrl: string
  /** A web client is kept signed in by cookies, a mobile one by its tokens (spec.md section 5). */
  clientType: 'web' | 'mobile'
  /** Those of an earlier run. */
  tokens?: Tokens
  /** Told whenever the tokens change, to keep them; undefined once they are no longer good. */
  onTokens?: (tokens: Tokens | undefined) => void
  fetch?: typeof fetch
}

type Refusal = { code: string; message: string; reason?: string; details?: { field: string; message: string }[] }

/** A refusal of the service; `message` is French and may be shown. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly reason: string | undefined
  readonly details: { field: string; message: string }[]

  constructor(status: number, { code, message, reason, details }: Refusal) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.reason = reason
    this.details = details ?? []
  }
}

type Answer<T> = { ok: boolean; status: number; json(): Promise<{ success: true; data: T }> }

/** The data of an answer: `unwrap(client.orders.me.$get({ query: {} }))`. @throws ApiError for a refusal */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<T> {
  const answer = await call
  const body: unknown = await answer.json().catch(() => undefined)
  if (answer.ok) return (body as { data: T }).data
  const unreadable = { code: 'INTERNAL_ERROR', message: 'La réponse du service est illisible.' }
  throw new ApiError(answer.status, (body as { error?: Refusal } | undefined)?.error ?? unreadable)
}

/** The second argument of a POST that must happen once however often it is sent: `$post(args, once(key))`. */
export const once = (key: string) => ({ headers: { 'Idempotency-Key': key } })

/** A client for each group of operations, typed by the routes themselves. An expired access token is renewed once. */
export function createClient(options: ClientOptions) {
  const { clientType, fetch: send = fetch } = options
  const api = `${options.baseUrl.replace(/\/$/, '')}/api/v1`
  let tokens = options.tokens
  let renewal: Promise<boolean> | undefined

  const keep = (fresh: Tokens | undefined) => {
    tokens = fresh
    options.onTokens?.(fresh)
  }
  const ask = (input: RequestInfo | URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (clientType === 'mobile') headers.set('X-Client-Type', 'mobile')
    if (clientType === 'mobile' && tokens) headers.set('Authorization', `Bearer ${tokens.accessToken}`)
    return send(input, { ...init, headers, ...(clientType === 'web' && { credentials: 'include' as const }) })
  }
  const renew = async () => {
    const body = JSON.stringify(clientType === 'mobile' ? { refreshToken: tokens?.refreshToken } : {})
    const headers = { 'Content-Type': 'application/json' }
    const answer = await ask(`${api}/auth/refresh-token`, { method: 'POST', headers, body })
    if (clientType === 'web') return answer.ok
    if (answer.status === 401) keep(undefined)
    if (!answer.ok) return false
    const { data } = (await answer.json()) as { data: Tokens }
    keep({ accessToken: data.accessToken, refreshToken: data.refreshToken })
    return true
  }
  const askAndRenew: typeof fetch = async (input, init) => {
    const first = await ask(input, init)
    if (first.status !== 401 || (clientType === 'mobile' && !tokens) || !(await hasExpired(first))) return first
    // Requests that fail together wait for one renewal.
    renewal ??= renew().finally(() => {
      renewal = undefined
    })
    return (await renewal) ? ask(input, init) : first
  }

  /** A sign-in as it came, its tokens kept for a mobile client. */
  const kept = <T extends SignedIn>(signedIn: T): T => {
    const { accessToken, refreshToken } = 'user' in signedIn ? signedIn : {}
    if (accessToken && refreshToken) keep({ accessToken, refreshToken })
    return signedIn
  }

  const through = { fetch: askAndRenew }
  const authentication = hc<typeof auth>(`${api}/auth`, through)
  const byPasskey = hc<typeof passkeys>(`${api}/auth/passkey`, through)
  return {
    auth: authentication,
    sessions: hc<typeof sessions>(`${api}/auth`, through),
    google: hc<typeof google>(`${api}/auth`, through),
    passwords: hc<typeof passwords>(`${api}/auth/password`, through),
    recovery: hc<typeof recovery>(`${api}/auth/recovery`, through),
    secondaryEmail: hc<typeof secondaryEmail>(`${api}/auth/secondary-email`, through),
    passkeys: byPasskey,
    totp: hc<typeof totp>(`${api}/auth/totp`, through),
    profile: hc<typeof profile>(`${api}/users/me`, through),
    users: hc<typeof users>(`${api}/users`, through),
    products: hc<typeof products>(`${api}/products`, through),
    seller: hc<typeof seller>(`${api}/seller`, through),
    plans: hc<typeof plans>(`${api}/plans`, through),
    subscriptions: hc<typeof subscriptions>(`${api}/subscriptions`, through),
    orders: hc<typeof orders>(`${api}/orders`, through),
    deliveries: hc<typeof deliveries>(`${api}/deliveries`, through),
    riders: hc<typeof riders>(`${api}/riders`, through),
    wallet: hc<typeof wallet>(`${api}/wallet`, through),
    payout: hc<typeof payout>(`${api}/payout`, through),
    payouts: hc<typeof payouts>(`${api}/payouts`, through),
    gatewayA: hc<typeof gatewayA>(`${api}/gatewayA`, through),
    gatewayAPayouts: hc<typeof gatewayAPayouts>(`${api}/gatewayA/payouts`, through),
    gatewayB: hc<typeof gatewayB>(`${api}/gatewayB`, through),
    ledger: hc<typeof ledger>(`${api}/ledger`, through),
    platform: hc<ReturnType<typeof platform>>(api, through),

    /** Signs in with a password: the person, or the challenge to answer where the account has an authenticator. */
    async signIn(email: string, password: string) {
      return kept(await unwrap(authentication.login.password.$post({ json: { email, password } })))
    },
    /** Signs in with the code that `auth.login['request-otp']` mailed. */
    async signInByCode(email: string, code: string) {
      return kept(await unwrap(authentication.login['verify-otp'].$post({ json: { email, code } })))
    },
    /** Signs in with what a device answered to the challenge of `passkeys.login.options`. */
    async signInByPasskey(json: PasskeyAnswer) {
      return kept(await unwrap(byPasskey.login.verify.$post({ json })))
    },
    /**
     * Answers the challenge of a sign-in, whichever way it began, with a code of the authenticator or a backup code: the
     * person. A wrong one is an ApiError of status 401, and may be tried again; 410 begins the sign-in anew.
     */
    async answerTotp(pendingToken: string, proof: { code: string } | { backupCode: string }) {
      return kept(await unwrap(authentication.login.totp.$post({ json: { pendingToken, ...proof } })))
    },
    /** Ends the session. */
    async signOut() {
      await unwrap(authentication.logout.$post())
      keep(undefined)
    },
  }
}

type SignIn = ReturnType<typeof hc<typeof auth>>['login']['password']['$post']
type VerifyPasskey = ReturnType<typeof hc<typeof passkeys>>['login']['verify']['$post']
export type PasskeyAnswer = InferRequestType<VerifyPasskey>['json']
/** What every way of signing in answers. */
export type SignedIn = InferResponseType<SignIn>['data']

export type Client = ReturnType<typeof createClient>

/** Tells an expired session from a wrong code, which is a 401 too. */
async function hasExpired(answer: Response): Promise<boolean> {
  const body = (await answer
    .clone()
    .json()
    .catch(() => undefined)) as { error?: Refusal } | undefined
  return body?.error?.reason === 'TOKEN_EXPIRED'
}
