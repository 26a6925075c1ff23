import * as z from 'zod'
import type { Delivery } from './delivery.ts'
import { type Email, hasControl, senderOf } from './email.ts'
import { type HttpAnswer, httpCall, httpClient, withoutSlash } from './http-call.ts'

export type PostmarkConfig = {
  baseUrl: string
  token: string
  /** "nobody@example.com" or "Soko <nobody@example.com>", a signature that Postmark has confirmed. */
  from: string
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
}

const Answer = z.object({ ErrorCode: z.number(), MessageID: z.string().optional() })

/** The address is none, or bounced or complained before. */
const FINAL = [300, 406]

/** E-mail by Postmark, the second provider. It never throws, and links stay as they are: nothing is tracked. */
export function postmark(config: PostmarkConfig): Email {
  const client = httpClient(config)
  const { email, name } = senderOf(config.from)
  return {
    async send({ to, subject, text }) {
      if (hasControl(to) || hasControl(subject)) return { kind: 'refused', detail: 'LINE_BREAK' }
      const answer = await httpCall(client, {
        method: 'POST',
        url: `${withoutSlash(config.baseUrl)}/email`,
        headers: {
          'x-postmark-server-token': config.token,
          accept: 'application/json',
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          From: `"${name}" <${email}>`,
          To: to,
          Subject: subject,
          TextBody: text,
          MessageStream: 'outbound',
          TrackOpens: false,
          TrackLinks: 'None',
        }),
      })
      return deliveryOf(answer)
    },
  }
}

function deliveryOf(answer: HttpAnswer): Delivery {
  if (answer.kind !== 'answer') return { kind: 'failed', detail: answer.detail }
  const { status } = answer
  const said = Answer.safeParse(answer.body).data
  if (!said) return { kind: 'failed', detail: `HTTP_${status}` }
  if (status === 200 && said.ErrorCode === 0) return { kind: 'sent', messageId: said.MessageID ?? '' }
  return {
    kind: status === 422 && FINAL.includes(said.ErrorCode) ? 'refused' : 'failed',
    detail: `POSTMARK_${said.ErrorCode}`,
  }
}
