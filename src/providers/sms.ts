import * as z from 'zod'
import type { Delivery } from './delivery.ts'
import { toGsm7 } from './gsm7.ts'
import { type HttpAnswer, httpCall, httpClient, withoutSlash } from './http-call.ts'

export type SmsConfig = {
  baseUrl: string
  username: string
  /** The name the phone shows; the service's own number when absent. */
  sender?: string
  apiKey: string
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
}

export type Sms = { send(message: { to: string; text: string }): Promise<Delivery> }

const Answer = z.object({
  SMSMessageData: z.object({
    Message: z.string().catch(''),
    Recipients: z.array(
      z.object({ statusCode: z.coerce.number(), status: z.string().catch(''), messageId: z.string().catch('') }),
    ),
  }),
})

/** Processed, sent, queued. */
const ACCEPTED = [100, 101, 102]
/** Held for risk, no credit, no route, their error, their gateway's: another day they may pass. */
const PASSING = [401, 405, 407, 500, 501]

/** SMS by Africa's Talking, one recipient a call: `to` is an MSISDN, digits with or without a plus. It never throws. */
export function sms(config: SmsConfig): Sms {
  const client = httpClient(config)
  return {
    async send({ to, text }) {
      const digits = to.replace(/^\+/, '')
      if (!/^\d{9,15}$/.test(digits)) return { kind: 'refused', detail: 'INVALID_PHONE_NUMBER' }
      const form = new URLSearchParams({ username: config.username, to: `+${digits}`, message: toGsm7(text) })
      if (config.sender) form.set('from', config.sender)
      const answer = await httpCall(client, {
        method: 'POST',
        url: `${withoutSlash(config.baseUrl)}/version1/messaging`,
        headers: {
          apiKey: config.apiKey,
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: form.toString(),
      })
      return deliveryOf(answer)
    },
  }
}

function deliveryOf(answer: HttpAnswer): Delivery {
  if (answer.kind !== 'answer') return { kind: 'failed', detail: answer.detail }
  const { status, body } = answer
  if (status === 400) return { kind: 'refused', detail: 'HTTP_400' }
  const parsed = status === 200 || status === 201 ? Answer.safeParse(body) : undefined
  if (!parsed?.success) return { kind: 'failed', detail: `HTTP_${status}` }
  const { Message, Recipients } = parsed.data.SMSMessageData
  const recipient = Recipients[0]
  if (!recipient) return { kind: 'refused', detail: Message || 'NO_RECIPIENT' }
  if (ACCEPTED.includes(recipient.statusCode)) return { kind: 'sent', messageId: recipient.messageId }
  const detail = recipient.status || `STATUS_${recipient.statusCode}`
  return { kind: PASSING.includes(recipient.statusCode) ? 'failed' : 'refused', detail }
}
