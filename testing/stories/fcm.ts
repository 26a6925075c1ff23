// For the tests of push to applications: Firebase's service, and what it was told to hand to a telephone (FCM HTTP v1).
import { expect, onTestFinished } from 'vitest'
import { type Caller, call } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { pause } from '#testing/sandbox.ts'
import { SECOND } from '#testing/stories/money.ts'
import type { Device } from '#testing/stories/pushes.ts'

// biome-ignore lint/suspicious/noExplicitAny: a message has no schema here; tests read into it freely.
type Told = { token: string; text: string; message: any; authorization: string | null }

/** Whatever is sent to Firebase while the test runs: it gives out access tokens, and takes messages unless told otherwise. */
export function firebase() {
  const told: Told[] = []
  const gone = new Set<string>()
  const ACCESS = `ya29.${crypto.randomUUID()}`
  const take = async (request: Request): Promise<Response | undefined> => {
    const { pathname } = new URL(request.url)
    if (/\/token$/.test(pathname) && /oauth|google/.test(request.url))
      return Response.json({ access_token: ACCESS, expires_in: 3600, token_type: 'Bearer' })
    if (!/\/v1\/projects\/[^/]+\/messages:send$/.test(pathname)) return undefined
    const text = await request.text()
    const { message } = JSON.parse(text)
    told.push({ token: message.token, text, message, authorization: request.headers.get('authorization') })
    if (!gone.has(message.token)) return Response.json({ name: 'projects/x/messages/1' })
    const details = [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: 'UNREGISTERED' }]
    return Response.json({ error: { code: 404, status: 'NOT_FOUND', message: 'gone', details } }, { status: 404 })
  }
  globalThis.answersFirst = take
  onTestFinished(() => {
    globalThis.answersFirst = undefined
  })
  return {
    forgets: (token: string) => void gone.add(token),
    /** Messages to an application, oldest first, once the jobs of two minutes have run. */
    async heardBy(token: string): Promise<Told[]> {
      for (let i = 0; i < 2; i++) await minuteCronAfter(SECOND)
      await pause(50)
      return told.filter((one) => one.token === token)
    },
  }
}

export const newToken = () => `f${crypto.randomUUID().replaceAll('-', '')}:APA91b${'x'.repeat(100)}`
/** An application that somebody registered. */
export async function registeredApp(as: Caller, token: string): Promise<Device> {
  const { status, data, error } = await call(as, 'POST', '/notifications/devices', { kind: 'FCM', token })
  expect([status, error]).toEqual([201, undefined])
  return data
}
