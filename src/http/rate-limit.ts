import type { Context } from 'hono'
import { Failure } from '../kernel/failure.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/time.ts'
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

type Window = { count: number; endsAt: number }
/** This isolate's own count. */
const windows = new Map<string, Window>()
const MOST_WINDOWS = 10_000
/** The tight tiers are shared between isolates through KV; for the others a read of it would cost more than the request. */
const SHARED_UP_TO = 20

/** 429 when the caller's address, or account once it is known, has used up its tier. */
export async function requireRoom(c: Context<AppEnv>, tier: Tier, accountId?: string): Promise<void> {
  const rule: { perAddress?: number; perAccount?: number; windowMs: number } = TIERS[tier]
  const limit = accountId ? rule.perAccount : rule.perAddress
  const address = addressOf(c)
  // Cloudflare always tells the address; without one, or from this machine, there is nobody to tell apart.
  if (limit === undefined || !address) return
  const { now, later } = c.get('ctx')
  const turn = Math.floor(now / rule.windowMs)
  const key = `${tier}:${accountId ?? address}:${turn}`
  const isShared = limit <= SHARED_UP_TO
  const window = windows.get(key) ?? (await openWindow(c.env.LIMITS, key, isShared, (turn + 1) * rule.windowMs, now))
  window.count++
  if (window.count > limit) {
    throw new Failure('TOO_MANY_REQUESTS', { retryAfter: Math.ceil((window.endsAt - now) / SECOND_MS) })
  }
  if (isShared) {
    const expirationTtl = Math.max(60, Math.ceil(rule.windowMs / SECOND_MS))
    later(() => c.env.LIMITS.put(key, String(window.count), { expirationTtl }))
  }
}

async function openWindow(
  kv: KVNamespace,
  key: string,
  isShared: boolean,
  endsAt: number,
  now: number,
): Promise<Window> {
  if (windows.size > MOST_WINDOWS) for (const [old, window] of windows) if (window.endsAt <= now) windows.delete(old)
  const count = isShared ? Number((await kv.get(key)) ?? 0) : 0
  // Another request may have opened it while KV was asked.
  const window = windows.get(key) ?? { count, endsAt }
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
