import { Buffer } from 'node:buffer'
import { SignJWT } from 'jose'
import * as z from 'zod'
import { readServiceAccount, type ServiceAccount } from '../kernel/push/keys.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/time.ts'
import { type HttpAnswer, httpCall, withoutSlash } from './http-call.ts'
import { type Push, type PushDelivery, type PushService, pushClient, secondsLeft } from './push.ts'
import { remember } from './remember.ts'

export type FcmConfig = {
  /** The key of a service account, as Google gives it: JSON. */
  serviceAccount: string
  baseUrl: string
  /** The address at which Google gives access tokens. */
  tokenUrl: string
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
}

const Token = z.object({ access_token: z.string() })
const Refused = z.object({
  error: z.object({ details: z.array(z.object({ errorCode: z.string().optional() })).optional() }),
})

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
/** A token is good for an hour. */
const TOKEN_KEPT = { freshMs: 50 * MINUTE_MS, staleMs: 58 * MINUTE_MS }

/** Pushes by Firebase (HTTP v1), for apps. The access token is kept for as long as this adapter lives. */
export function fcm(config: FcmConfig): PushService | undefined {
  const account = readServiceAccount(config.serviceAccount)
  if (!account) return undefined
  const client = pushClient(config)
  const tokenAt = remember(async () => {
    const answer = await httpCall(client, {
      method: 'POST',
      url: config.tokenUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: await assertionOf(account),
      }).toString(),
    })
    return answer.kind === 'answer' && answer.status === 200
      ? Token.safeParse(answer.body).data?.access_token
      : undefined
  }, TOKEN_KEPT)
  return {
    async send(push) {
      const seconds = secondsLeft(push)
      if (seconds === 0) return { kind: 'late' }
      const token = await tokenAt(Date.now()).catch(() => undefined)
      if (token === undefined) return { kind: 'failed', detail: 'FCM_NO_TOKEN' }
      const answer = await httpCall(client, {
        method: 'POST',
        url: `${withoutSlash(config.baseUrl)}/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message: messageOf(push, seconds) }),
      })
      return deliveryOf(answer)
    },
  }
}

const messageOf = ({ to, data, topic, isUrgent }: Push, seconds: number) => ({
  token: to.address,
  data,
  notification: { title: data.title },
  android: { ttl: `${seconds}s`, priority: isUrgent ? 'HIGH' : 'NORMAL', ...(topic && { collapse_key: topic }) },
  apns: {
    headers: {
      'apns-expiration': String(Math.floor(Date.now() / SECOND_MS) + seconds),
      'apns-priority': isUrgent ? '10' : '5',
      ...(topic && { 'apns-collapse-id': topic }),
    },
  },
})

/** Says to Google who we are; it gives an access token for it. */
async function assertionOf({ client_email, private_key }: ServiceAccount): Promise<string> {
  const der = Buffer.from(private_key.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('pkcs8', der, rsa, false, ['sign'])
  const now = Math.floor(Date.now() / SECOND_MS)
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(client_email)
    .setAudience('https://oauth2.googleapis.com/token')
    .setIssuedAt(now)
    .setExpirationTime(now + HOUR_MS / SECOND_MS)
    .sign(key)
}

function deliveryOf(answer: HttpAnswer): PushDelivery {
  if (answer.kind !== 'answer') return { kind: 'failed', detail: answer.detail }
  const { status, body } = answer
  if (status === 200) return { kind: 'sent', messageId: '' }
  const codes = Refused.safeParse(body).data?.error.details?.map(({ errorCode }) => errorCode) ?? []
  if (status === 404 && codes.includes('UNREGISTERED')) return { kind: 'gone' }
  // A token of another app stays one.
  const isRefused = status === 400 || codes.includes('SENDER_ID_MISMATCH')
  return { kind: isRefused ? 'refused' : 'failed', detail: codes.find(Boolean) ?? `HTTP_${status}` }
}
