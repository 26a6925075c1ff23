import * as z from 'zod'
import type { Delivery } from './delivery.ts'
import { httpCall, httpClient, withoutSlash } from './http-call.ts'

type Sender = { email: string; name: string }
type Message = { to: string; subject: string; text: string }

/** The part of Cloudflare's send_email binding that is used. */
export type EmailBinding = { send(message: Message & { from: Sender }): Promise<{ messageId: string }> }

export type EmailConfig = {
  /** "nobody@example.com" or "Soko <nobody@example.com>". */
  from: string
  binding?: EmailBinding
  /** Mail goes here over HTTP instead of the binding: development and tests. */
  baseUrl?: string
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
}

export type Email = { send(message: Message): Promise<Delivery> }

const DEFAULT_NAME = 'Soko'

/** Codes that would come again with the same message; anything else is worth another try. */
const FINAL = new Set([
  'E_VALIDATION_ERROR',
  'E_FIELD_MISSING',
  'E_TOO_MANY_RECIPIENTS',
  'E_RECIPIENT_NOT_ALLOWED',
  'E_RECIPIENT_SUPPRESSED',
  'E_CONTENT_TOO_LARGE',
])

const Sent = z.object({ messageId: z.string() })
const Coded = z.object({ code: z.string() })

/**
 * E-mail, by binding or by HTTP. It never throws. There is no idempotency key: after `failed` the message may have left
 * all the same. A line break in an address or a subject could add headers, and is refused.
 */
export function email(config: EmailConfig): Email {
  const from = senderOf(config.from)
  const client = httpClient(config)

  async function byHttp(baseUrl: string, message: Message): Promise<Delivery> {
    const answer = await httpCall(client, {
      method: 'POST',
      url: `${withoutSlash(baseUrl)}/email/send`,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ from, ...message }),
    })
    if (answer.kind !== 'answer') return { kind: 'failed', detail: answer.detail }
    const sent = answer.status < 300 ? Sent.safeParse(answer.body).data : undefined
    return sent ? { kind: 'sent', messageId: sent.messageId } : toFailure(answer.body, `HTTP_${answer.status}`)
  }

  async function byBinding(binding: EmailBinding, message: Message): Promise<Delivery> {
    try {
      const { messageId } = await Promise.race([binding.send({ from, ...message }), timeout(client.timeoutMs)])
      return { kind: 'sent', messageId }
    } catch (error) {
      return toFailure(error, 'EMAIL_ERROR')
    }
  }

  return {
    async send({ to, subject, text }) {
      if (hasControl(to) || hasControl(subject)) return { kind: 'refused', detail: 'LINE_BREAK' }
      if (config.baseUrl) return byHttp(config.baseUrl, { to, subject, text })
      if (config.binding) return byBinding(config.binding, { to, subject, text })
      return { kind: 'failed', detail: 'NOT_CONFIGURED' }
    },
  }
}

// Only the code: the message of an error may hold the address.
function toFailure(error: unknown, otherwise: string): Delivery {
  const detail = Coded.safeParse(error).data?.code ?? otherwise
  return { kind: FINAL.has(detail) ? 'refused' : 'failed', detail }
}

function timeout(ms: number): Promise<never> {
  const signal = AbortSignal.timeout(ms)
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject({ code: 'TIMEOUT' })))
}

/** The address and the name in `EMAIL_FROM`. */
export function senderOf(from: string): Sender {
  const [, name, address] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? []
  return address ? { email: address, name: name || DEFAULT_NAME } : { email: from.trim(), name: DEFAULT_NAME }
}

/** A line break could add headers. */
export const hasControl = (text: string) => /\p{Cc}/u.test(text)
