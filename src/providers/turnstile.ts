import * as z from 'zod'
import { httpCall, httpClient } from './http-call.ts'

/** Whether the page's widget took its visitor for a person; a token says so once, for five minutes. */
export type Turnstile = { verify(token: string): Promise<'person' | 'machine' | 'unavailable'> }

type TurnstileConfig = { verifyUrl: string; secret: string; timeoutMs?: number; fetch?: typeof globalThis.fetch }

const Answer = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) })
const TIMEOUT_MS = 5_000
/** These are about us, or about Cloudflare's own trouble: they say nothing of the visitor. */
const NOT_ABOUT_VISITOR = ['missing-input-secret', 'invalid-input-secret', 'bad-request', 'internal-error']

/** Asks Cloudflare Turnstile about the token that its widget gave a page. */
export function turnstile({ verifyUrl, secret, timeoutMs = TIMEOUT_MS, ...config }: TurnstileConfig): Turnstile {
  const client = httpClient({ ...config, timeoutMs })
  return {
    async verify(token) {
      const answer = await httpCall(client, {
        method: 'POST',
        url: verifyUrl,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ secret, response: token }),
      })
      const told = answer.kind === 'answer' ? Answer.safeParse(answer.body) : undefined
      if (!told?.success || told.data['error-codes'].some((code) => NOT_ABOUT_VISITOR.includes(code))) {
        return 'unavailable'
      }
      return told.data.success ? 'person' : 'machine'
    },
  }
}
