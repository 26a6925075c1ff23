import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type * as z from 'zod'
import type { Device } from '../domain/people/sessions/open-session.ts'
import type { Session, SignedIn } from '../domain/people/sign-in/sign-in.ts'
import type { SessionView } from '../domain/people/sign-in/view.ts'
import { fail } from '../kernel/failure.ts'
import type { Role } from '../kernel/roles.ts'
import { refreshTtlOf } from '../kernel/session-lengths.ts'
import { beginningOf } from '../kernel/text.ts'
import { MINUTE_MS, SECOND_MS, YEAR_MS } from '../kernel/time.ts'
import type { AppEnv } from './app-env.ts'

const ACCESS = 'access'
const REFRESH = 'refresh'
/** The path of refreshing, signing out, and every guest's sign-in. */
const AUTH_PATH = '/api/v1/auth'
const DEVICE = 'device'
/**
 * The path of the device cookie: a code that this device asked for counts as its own wherever it proves the owner, also
 * outside of signing in.
 */
const DEVICE_PATH = '/api/v1'

export type ClientType = 'WEB' | 'MOBILE'

/** Web clients get cookies, mobile clients tokens in the body (docs/accounts.md, Cookies). */
export const clientTypeOf = (c: Context<AppEnv>): ClientType =>
  c.req.header('x-client-type') === 'mobile' ? 'MOBILE' : 'WEB'

/** The access token of this request: from the header, or for a web client without one, from the cookie. A ticket goes before a cookie. */
export const accessTokenOf = (c: Context<AppEnv>): string | undefined =>
  bearerOf(c) ?? (ticketOf(c) === undefined ? accessCookieOf(c) : undefined)

/** The ticket in the address of an operation that takes one, if no header names its caller. */
export const ticketOf = (c: Context<AppEnv>): string | undefined =>
  c.get('operation')?.takesTicket && bearerOf(c) === undefined ? c.req.query('ticket') : undefined

const bearerOf = (c: Context<AppEnv>) =>
  /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(c.req.header('authorization') ?? '')?.[1]

const accessCookieOf = (c: Context<AppEnv>) => (clientTypeOf(c) === 'MOBILE' ? undefined : getCookie(c, ACCESS, 'host'))

/** Whether the access token of this request comes from a cookie, which a browser sends for any page that asks. */
export const isByCookie = (c: Context<AppEnv>) =>
  bearerOf(c) === undefined && ticketOf(c) === undefined && accessCookieOf(c) !== undefined

/** The refresh token of a web client: its cookie, sent only on the paths of signing in and out. */
export const refreshCookieOf = (c: Context<AppEnv>) => getCookie(c, REFRESH, 'secure')

/** The refresh token of this request, if it carries one: a web client's cookie, or a field of a mobile client's body. */
export async function refreshTokenOf(c: Context<AppEnv>): Promise<string | undefined> {
  if (clientTypeOf(c) === 'WEB') return refreshCookieOf(c)
  const text = isRead(c.req.method) ? '' : await c.req.text().catch(() => '')
  return /"refreshToken"\s*:\s*"([\w.-]{1,1000})"/.exec(text)?.[1]
}

const cookie = { httpOnly: true, secure: true, sameSite: 'Lax' } as const

/** Keeps a web client signed in; its tokens never appear in a body. */
export function setSessionCookies(
  c: Context<AppEnv>,
  tokens: { accessToken: string; refreshToken: string },
  role: Role,
): void {
  setCookie(c, ACCESS, tokens.accessToken, {
    ...cookie,
    prefix: 'host',
    path: '/',
    maxAge: (15 * MINUTE_MS) / SECOND_MS,
  })
  setCookie(c, REFRESH, tokens.refreshToken, {
    ...cookie,
    prefix: 'secure',
    path: AUTH_PATH,
    maxAge: refreshTtlOf(role) / SECOND_MS,
  })
}

/** The device token of an earlier sign-in: a mobile client's header, a browser's cookie (docs/limits.md, Known devices). */
export const deviceTokenOf = (c: Context<AppEnv>): string | undefined =>
  c.req.header('x-device-token') ?? (clientTypeOf(c) === 'MOBILE' ? undefined : getCookie(c, DEVICE, 'secure'))

/** The device of this request, for the list of sessions. */
export const deviceOf = (c: Context<AppEnv>): Device => ({
  clientType: clientTypeOf(c),
  deviceName: beginningOf(c.req.header('user-agent') ?? '', 200) || null,
  ipAddress: c.req.header('cf-connecting-ip') ?? null,
})

/** Gives a session to the client: a web client's tokens go into cookies, a mobile client's into the body. */
export function giveTokens(c: Context<AppEnv>, { user, tokens, deviceToken }: Session): z.output<typeof SessionView> {
  if (clientTypeOf(c) === 'MOBILE') return { user, ...tokens, deviceToken }
  setSessionCookies(c, tokens, user.role)
  setDeviceCookie(c, deviceToken)
  return { user }
}

function setDeviceCookie(c: Context<AppEnv>, deviceToken: string): void {
  // Browsers marked earlier have a cookie on the narrower path, which they would send first.
  deleteCookie(c, DEVICE, { ...cookie, prefix: 'secure', path: AUTH_PATH })
  setCookie(c, DEVICE, deviceToken, { ...cookie, prefix: 'secure', path: DEVICE_PATH, maxAge: YEAR_MS / SECOND_MS })
}

/** Answers and makes this device known: a browser by a cookie, a mobile client by the token in the body. */
export function giveDevice<T extends { deviceToken?: string | undefined }>(c: Context<AppEnv>, answer: T): T {
  const { deviceToken, ...rest } = answer
  if (deviceToken === undefined || clientTypeOf(c) === 'MOBILE') return answer
  setDeviceCookie(c, deviceToken)
  return rest as T
}

/**
 * Answers a change of a password or factor, and makes this device known anew: the account may have forgotten all
 * devices (docs/limits.md, Known devices). The token is made first, so that nothing is waited for after the commit.
 */
export async function giveDeviceAnew<T extends object>(
  c: Context<AppEnv>,
  change: () => Promise<T>,
): Promise<T & { deviceToken?: string | undefined }> {
  const deviceToken = await c.get('markDevice')()
  return giveDevice<T & { deviceToken?: string | undefined }>(c, { ...(await change()), deviceToken })
}

/** Answers the proof of an address: with a session if one opened, else only with a known device. */
export const giveVerified = (
  c: Context<AppEnv>,
  proved: Session | Omit<Session, 'tokens'>,
): z.output<typeof SessionView> =>
  'tokens' in proved ? giveTokens(c, proved) : giveDevice<Pick<Session, 'user'> & { deviceToken?: string }>(c, proved)

/** Answers a sign-in: with its session, or with the challenge of the second factor. */
export const giveSession = (c: Context<AppEnv>, signedIn: SignedIn) =>
  'requiresTotp' in signedIn ? giveDevice(c, signedIn) : giveTokens(c, signedIn)

export function clearSessionCookies(c: Context<AppEnv>): void {
  deleteCookie(c, ACCESS, { ...cookie, prefix: 'host', path: '/' })
  deleteCookie(c, REFRESH, { ...cookie, prefix: 'secure', path: AUTH_PATH })
}

/** Whether a method reads. Hono answers HEAD with the GET of the same path. */
export const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/** Whether a request asks for a WebSocket. */
export const isUpgrade = (c: Context<AppEnv>): boolean => /^websocket$/i.test(c.req.header('upgrade') ?? '')

/** Whether an answer goes only to the page that asks for it: a read that opens no socket, which any page may open. */
const isForOurPages = (c: Context<AppEnv>) => isRead(c.req.method) && !isUpgrade(c)

/** Refuses a write or a socket with a cookie from a page that is not ours: 403 CSRF. A token in a header needs no Origin. */
export function requireAllowedOrigin(c: Context<AppEnv>): void {
  if (isForOurPages(c)) return
  if (!isAllowedOrigin(c.env.ALLOWED_ORIGINS, c.req.header('origin'))) fail('FORBIDDEN', 'CSRF')
}

/** Whether a page of the office asks, and not another page of ours. A read without an Origin comes from the API's own origin. */
export function isFromOffice(c: Context<AppEnv>): boolean {
  const origin = c.req.header('origin')
  return origin === undefined ? isForOurPages(c) : origin === new URL(c.env.PUBLIC_BASE_URL).origin
}

export const isAllowedOrigin = (allowed: string, origin: string | undefined) =>
  origin !== undefined && allowed.split(',').includes(origin)
