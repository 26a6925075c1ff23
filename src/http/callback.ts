import type { Context } from 'hono'
import * as z from 'zod'
import type { RawCallback } from '../domain/money/gateways/hearing/callback.ts'
import type { AppEnv } from './app-env.ts'
import { MAX_JSON_BYTES, parseJson, readAtMost } from './body.ts'
import { countGuest } from './rate-limit.ts'

export const ReceivedView = z.object({ received: z.literal(true) })

/**
 * A gateway's callback, byte for byte: its signature covers the raw body. After the check of the signature, it may
 * count as a guest's request (docs/limits.md, Tiers). 413 over 1 MiB.
 */
export const rawCallback = async (c: Context<AppEnv>): Promise<RawCallback> => {
  const body = await readAtMost(c.req.raw, MAX_JSON_BYTES)
  return {
    method: c.req.method,
    url: c.req.url,
    headers: c.req.raw.headers,
    body,
    countAsGuest: () => countGuest(c),
    refuseUnclear: () => void parseJson(new TextDecoder().decode(body)),
  }
}
