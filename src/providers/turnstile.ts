import * as z from 'zod'
import { httpCall, httpClient } from './http-call.ts'

/** Whether the page's widget took its visitor for a person; a token says so once, for five minutes. */
export type Turnstile = { verify(token: string): Promise<'person' | 'machine' | 'unavailable'> }

type TurnstileConfig = {
  verifyUrl: string
  secret: string
  /** The host of our pages: a token of any other proves nothing. */
  hostname: string
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
}

/** The `action` that our pages give their widget: a token of another use of it proves nothing here. */
export const TURNSTILE_ACTION = 'guest'

const Answer = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
  hostname: z.string().default(''),
  action: z.string().default(''),
})
const TIMEOUT_MS = 5_000
/** These are about us, or about Cloudflare's own trouble: they say nothing of the visitor. */
const NOT_ABOUT_VISITOR = ['missing-input-secret', 'invalid-input-secret', 'bad-request', 'internal-error']

/** Asks Cloudflare Turnstile about the token that its widget gave a page. */
export function turnstile(config: TurnstileConfig): Turnstile {
  const { verifyUrl, secret, hostname, timeoutMs = TIMEOUT_MS, ...calls } = config
  const client = httpClient({ ...calls, timeoutMs })
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
      const { success, action } = told.data
      return success && told.data.hostname === hostname && action === TURNSTILE_ACTION ? 'person' : 'machine'
    },
  }
}
