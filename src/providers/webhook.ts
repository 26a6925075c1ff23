import type { Delivery } from './delivery.ts'
import { httpCall, httpClient } from './http-call.ts'

/** A channel of Slack, Mattermost or the like, in which the operators of the service read one line at a time. */
export type Webhook = { post(text: string): Promise<Delivery> }

type WebhookConfig = { url: string; timeoutMs?: number; fetch?: typeof globalThis.fetch }

/** Time that a call may take: it must not hold up a tick. */
const TIMEOUT_MS = 5_000

/** Posts `{"text": "…"}`. It never throws; any other status than one of 200 is `failed`, and worth another try. */
export function webhook({ url, timeoutMs = TIMEOUT_MS, ...calls }: WebhookConfig): Webhook {
  const client = httpClient({ ...calls, timeoutMs })
  return {
    async post(text) {
      const answer = await httpCall(client, {
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text }),
      })
      if (answer.kind !== 'answer') return { kind: 'failed', detail: answer.detail }
      const isTaken = answer.status >= 200 && answer.status < 300
      return isTaken ? { kind: 'sent', messageId: '' } : { kind: 'failed', detail: `HTTP_${answer.status}` }
    },
  }
}
