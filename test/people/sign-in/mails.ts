import { env } from 'cloudflare:workers'
import { type Caller, call, guest, PASSWORD, signIn } from '../../api.ts'
import { inbox, type Message, until } from '../../sandbox.ts'

/** What the tests of ways in have in common. */
export const WORDS = {
  login: 'code de connexion',
  verification: 'code de vérification',
  reset: 'Choisissez un nouveau mot de passe',
  secondary: 'adresse de secours',
  recovery: 'sert à récupérer votre compte',
} as const

export const NEW_PASSWORD = 'Un-tout-autre-mot-7'

/** Messages to somebody about something, newest first; waits until there are `count`. */
export const mailsTo = (to: string, words: string, count = 1): Promise<Message[]> =>
  until(async () => {
    const found = (await inbox(to)).filter(({ subject, text }) => `${subject} ${text}`.includes(words))
    return found.length >= count && found
  }, `the mail « ${words} »`)

export const codeOf = async (to: string, words: string, count = 1) => (await mailsTo(to, words, count))[0]?.code ?? ''
export const linkTokenOf = async (to: string, count = 1) =>
  /token=([\w.-]+)/.exec((await mailsTo(to, WORDS.reset, count))[0]?.text ?? '')?.[1] ?? ''

/** How many messages of a kind were ever written to somebody, sent or not yet. */
export const written = (to: string, kind: string) =>
  env.DB.prepare('SELECT count(*) AS n FROM outbox WHERE recipient = ? AND kind = ?').bind(to, kind).first<number>('n')

export const wrongCode = (code: string) => (code === '111111' ? '222222' : '111111')
export const as = (token: string): Caller => ({ token, id: '', email: '', role: 'BUYER' })

export const login = (email: string, password = PASSWORD) =>
  call(guest, 'POST', '/auth/login/password', { email, password })
export const isIn = async (token: string) => (await call(as(token), 'GET', '/auth/me')).status === 200
export { signIn }

/** A code that signs in, as the mail has it. */
export async function loginCode(email: string, count = 1) {
  const asked = await call(guest, 'POST', '/auth/login/request-otp', { email })
  return asked.status === 200 ? codeOf(email, WORDS.login, count) : Promise.reject(new Error(`${asked.status}`))
}
export const verifyOtp = (email: string, code: string) => call(guest, 'POST', '/auth/login/verify-otp', { email, code })

/** The token of a reset link. */
export async function resetToken(email: string, count = 1) {
  const asked = await call(guest, 'POST', '/auth/password/forgot', { email })
  return asked.status === 200 ? linkTokenOf(email, count) : Promise.reject(new Error(`${asked.status}`))
}
export const reset = (token: string, newPassword = NEW_PASSWORD) =>
  call(guest, 'POST', '/auth/password/reset', { token, newPassword })
