import { env } from 'cloudflare:workers'
import { type Caller, call, freshEmail, guest } from '../../api.ts'
import { googleToken } from '../../sandbox.ts'

export const login = (idToken: string, headers = {}) => call(guest, 'POST', '/auth/login/google', { idToken }, headers)
export const register = (idToken: string, extra: Record<string, unknown> = {}, headers = {}) =>
  call(guest, 'POST', '/auth/register/google', { idToken, role: 'BUYER', ...extra }, headers)
export const link = (as: Caller, idToken: string) => call(as, 'POST', '/auth/google/link', { idToken })
export const unlink = (as: Caller) => call(as, 'DELETE', '/auth/google/link')

/** Somebody with a Google account: a new token of it at each call. */
export function newGoogler(email = freshEmail('google')) {
  const sub = crypto.randomUUID()
  return {
    sub,
    email,
    token: (wish: Record<string, unknown> = {}) => googleToken({ sub, email, name: 'Aline Mukendi', ...wish }),
  }
}

/** An account that only Google opens. */
export async function joined() {
  const googler = newGoogler()
  const { data } = await register(await googler.token())
  const caller: Caller = { token: data.accessToken, id: data.user.id, email: googler.email, role: 'BUYER' }
  return { ...googler, caller }
}

export const count = async (sql: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .first<{ n: number }>()
  )?.n
