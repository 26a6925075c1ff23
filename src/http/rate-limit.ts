import type { Context } from 'hono'
import { Failure } from '../kernel/failure.ts'
import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts'
import type { AppEnv } from './app-env.ts'

/**
 * The tiers of spec.md section 8 with the figures of contract.md section 6. This is a shield, not a lock: whatever must
 * not be guessed is counted exactly in D1, before it is compared.
 */
export const TIERS = {
  credential: { perAddress: 10, windowMs: MINUTE_MS },
  request: { perAddress: 10, windowMs: MINUTE_MS },
  creation: { perAddress: 10, windowMs: HOUR_MS },
  session: { perAddress: 120, windowMs: MINUTE_MS },
  authenticated: { perAccount: 600, windowMs: MINUTE_MS },
  public: { perAddress: 600, windowMs: MINUTE_MS },
} as const satisfies Record<string, { perAddress?: number; perAccount?: number; windowMs: number }>

export type Tier = keyof typeof TIERS

type Window = { count: number; endsAt: number /** What KV was last told. */; shared: number }
/** This isolate's own count; KV carries the tight tiers' counts between isolates. */
const windows = new Map<string, Window>()
const MOST_WINDOWS = 10_000

/** 429 when the caller's address, or account once it is known, has used up its tier. */
export async function requireRoom(c: Context<AppEnv>, tier: Tier, accountId?: string): Promise<void> {
  const rule: { perAddress?: number; perAccount?: number; windowMs: number } = TIERS[tier]
  const limit = accountId ? rule.perAccount : rule.perAddress
  const who = accountId ?? addressOf(c)
  // Cloudflare always tells the address; without one, or from this machine, there is nobody to tell apart.
  if (limit === undefined || !who || !addressOf(c)) return
  const { now, later } = c.get('ctx')
  const key = `${tier}:${who}:${Math.floor(now / rule.windowMs)}`
  const window = await openWindow(c.env.LIMITS, key, limit, (Math.floor(now / rule.windowMs) + 1) * rule.windowMs, now)
  window.count++
  if (window.count > limit)
    throw new Failure('TOO_MANY_REQUESTS', { retryAfter: Math.ceil((window.endsAt - now) / 1000) })
  // KV takes one write a second a key: every count of a tight tier is told, a loose one only at each tenth of its limit.
  if (window.count - window.shared >= Math.max(1, limit / 10)) {
    window.shared = window.count
    later(() =>
      c.env.LIMITS.put(key, String(window.count), { expirationTtl: Math.max(60, Math.ceil(rule.windowMs / 1000)) }),
    )
  }
}

async function openWindow(kv: KVNamespace, key: string, limit: number, endsAt: number, now: number): Promise<Window> {
  const known = windows.get(key)
  if (known) return known
  if (windows.size > MOST_WINDOWS) for (const [k, w] of windows) if (w.endsAt <= now) windows.delete(k)
  // Loose tiers start from this isolate's own memory: a read of KV would cost more than the request itself.
  const count = limit <= 20 ? Number((await kv.get(key)) ?? 0) : 0
  const window = windows.get(key) ?? { count, endsAt, shared: count }
  windows.set(key, window)
  return window
}

/** The client's address as Cloudflare tells it: IPv6 by /64, undefined for this machine. */
export function addressOf(c: Context<AppEnv>): string | undefined {
  const address = c.req.header('cf-connecting-ip')
  if (!address || address === '127.0.0.1' || address === '::1') return undefined
  return address.includes(':') ? `${expandIpv6(address).slice(0, 4).join(':')}::/64` : address
}

function expandIpv6(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) => group.replace(/^0+(?=.)/, ''))
}
