import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push'
import { isPushEndpoint, isSharedEndpoint } from '../kernel/push/endpoint.ts'
import { readVapidKeys } from '../kernel/push/keys.ts'
import { type HttpAnswer, httpCall, withoutSlash } from './http-call.ts'
import { type PushDelivery, type PushService, pushClient, secondsLeft } from './push.ts'

export type WebPushConfig = {
  /** The key pair by which push services know us: a JWK of P-256 as JSON. */
  jwk: string
  /** An address of ours for the push services: `mailto:`. */
  subject: string
  /** Pushes go here instead, with their host and path behind it: development and tests. */
  baseUrl?: string
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
}

/**
 * Web Push (RFC 8030) with VAPID (RFC 8292): the payload is encrypted for the browser alone (RFC 8291), and not padded, because phones pay
 * for each byte.
 */
export function webPush(config: WebPushConfig): (PushService & { publicKey: string }) | undefined {
  const keys = readVapidKeys(config.jwk)
  if (!keys) return undefined
  const client = pushClient(config)
  const vapid = { subject: config.subject, ...keys }
  return {
    publicKey: keys.publicKey,
    async send(push) {
      const { address, p256dh, auth } = push.to
      const seconds = secondsLeft(push)
      if (seconds === 0) return { kind: 'late' }
      if (!isPushEndpoint(address)) return { kind: 'gone' }
      const subscription = { endpoint: address, expirationTime: null, keys: { p256dh: p256dh ?? '', auth: auth ?? '' } }
      const body = await encryptNotification(subscription, new TextEncoder().encode(JSON.stringify(push.data)), {
        pad: false,
      }).catch(() => undefined)
      // Keys that are no keys: the browser never made them.
      if (!body) return { kind: 'gone' }
      const { headers } = await vapidHeaders(subscription, vapid)
      const answer = await httpCall(client, {
        method: 'POST',
        url: config.baseUrl ? address.replace('https://', `${withoutSlash(config.baseUrl)}/web-push/`) : address,
        headers: {
          ...headers,
          ttl: String(seconds),
          urgency: push.isUrgent ? 'high' : 'normal',
          ...(push.topic && { topic: push.topic }),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
        },
        body,
      })
      return deliveryOf(answer, isSharedEndpoint(address))
    },
  }
}

function deliveryOf(answer: HttpAnswer, isShared: boolean): PushDelivery {
  if (answer.kind !== 'answer') return { kind: 'failed', detail: answer.detail, isOfDevice: !isShared }
  const { status } = answer
  if (status === 200 || status === 201 || status === 202) return { kind: 'sent', messageId: '' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const detail = `HTTP_${status}`
  if (status === 400 || status === 413) return { kind: 'refused', detail }
  return { kind: 'failed', detail, isOfDevice: !isShared || status < 500 }
}
