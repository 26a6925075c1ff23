import { Buffer } from 'node:buffer'
import * as z from 'zod'
import type { Delivery } from './delivery.ts'
import { toGsm7 } from './gsm7.ts'
import { type HttpAnswer, httpCall, httpClient, withoutSlash } from './http-call.ts'
import type { Sms } from './sms.ts'

export type TwilioConfig = {
  baseUrl: string
  /** The account's SID: AC and 32 hexadecimal digits. */
  account: string
  token: string
  /** The name or number the phone shows. */
  sender: string
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
}

const Sent = z.object({ sid: z.string() })
const Refused = z.object({ code: z.number() })

/** About the number or the text, and so the same at every try: no number, opted out, no mobile, too long. */
const FINAL = [21211, 21610, 21614, 21617]

/** SMS by Twilio, the second provider: `to` is an MSISDN, digits with or without a plus. It never throws. */
export function twilio(config: TwilioConfig): Sms {
  const client = httpClient(config)
  return {
    async send({ to, text }) {
      const digits = to.replace(/^\+/, '')
      if (!/^\d{9,15}$/.test(digits)) return { kind: 'refused', detail: 'INVALID_PHONE_NUMBER' }
      const answer = await httpCall(client, {
        method: 'POST',
        url: `${withoutSlash(config.baseUrl)}/2010-04-01/Accounts/${config.account}/Messages.json`,
        headers: {
          authorization: `Basic ${Buffer.from(`${config.account}:${config.token}`).toString('base64')}`,
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ To: `+${digits}`, From: config.sender, Body: toGsm7(text) }).toString(),
      })
      return deliveryOf(answer)
    },
  }
}

function deliveryOf(answer: HttpAnswer): Delivery {
  if (answer.kind !== 'answer') return { kind: 'failed', detail: answer.detail }
  const { status, body } = answer
  const sent = status < 300 ? Sent.safeParse(body).data : undefined
  if (sent) return { kind: 'sent', messageId: sent.sid }
  const code = Refused.safeParse(body).data?.code
  const detail = code === undefined ? `HTTP_${status}` : `TWILIO_${code}`
  return { kind: code !== undefined && status === 400 && FINAL.includes(code) ? 'refused' : 'failed', detail }
}
