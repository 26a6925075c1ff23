/** Acts of the tests on the outside world: the sandbox's control addresses (every host ends there). */
const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const response = await fetch(`https://sandbox.test${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return (await response.json()) as T
}

export type Message = {
  channel: 'SMS' | 'EMAIL'
  to: string
  subject: string | null
  text: string
  code: string | null
}
export type Movement = {
  id: string
  reference: string
  kind: string
  status: string
  phone: string
  amount: string
  currency: string
}

/** Messages to an address or number, newest first. */
export const inbox = async (to: string) =>
  (await ask<{ messages: Message[] }>('GET', `/inbox?to=${encodeURIComponent(to)}`)).messages

/** The newest code sent to somebody; waits for a message that is on its way. */
export async function codeFor(to: string, channel?: Message['channel']): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const found = (await inbox(to)).find(
      (message) => message.code !== null && (!channel || message.channel === channel),
    )
    if (found?.code) return found.code
    await pause(Math.min(tries + 1, 20))
  }
  throw new Error(`no code came for ${to}`)
}

export const movementsOf = (phone: string) => ask<Movement[]>('GET', `/movements?phone=${phone}`)
/** The person approves or refuses everything that waits on their phone; returns after the callbacks were answered. */
export const approve = (phone: string) => ask('POST', `/phones/${phone}/approve`)
export const refuse = (phone: string, failureCode?: string) => ask('POST', `/phones/${phone}/refuse`, { failureCode })
export const settleMovement = (id: string, verdict: 'approve' | 'refuse', faults: string[] = []) =>
  ask<{ status: string }>('POST', `/movements/${id}/${verdict}`, { faults })
/** A gateway says something else of a movement from now on, and calls nobody back. */
export const turnMovement = (id: string, state: 'waiting' | 'succeeded' | 'failed') =>
  ask<Movement>('POST', `/movements/${id}/turn`, { state })
/** A movement's callback as its gateway signs it, unsent; to another address, or saying something else, if wished. */
export const signCallback = (id: string, wish: { url?: string; body?: string } = {}) =>
  ask<{ url: string; headers: Record<string, string>; body: string }>('POST', `/movements/${id}/sign-callback`, wish)
export const resendCallback = (id: string) => ask('POST', `/movements/${id}/resend-callback`)
export const setFault = (fault: {
  gateway: 'A' | 'B' | 'SMS' | 'EMAIL' | 'SMS2' | 'EMAIL2' | 'GOOGLE' | 'TURNSTILE' | 'WEBHOOK'
  fault: string
  times?: number
  kind?: string
  ms?: number
}) => ask('PUT', '/faults', fault)
/** An ID token as Google signs it, or wrong in some way: sandbox/google.ts. */
export const googleToken = async (wanted: {
  sub?: string
  email: string
  email_verified?: boolean
  [claim: string]: unknown
}) => (await ask<{ idToken: string }>('POST', '/google/token', { sub: wanted.email, ...wanted })).idToken
export const clearFaults = () => ask('DELETE', '/faults')
export const clearFault = (gateway: 'A' | 'B', fault: string) =>
  ask('DELETE', `/faults?gateway=${gateway}&fault=${fault}`)

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until something becomes true, a few seconds at most. */
export async function until<T>(look: () => Promise<T | undefined | false | null>, what = 'it'): Promise<T> {
  for (let tries = 0; tries < 250; tries++) {
    const found = await look()
    if (found) return found
    await pause(Math.min(tries + 1, 20))
  }
  throw new Error(`${what} never happened`)
}
