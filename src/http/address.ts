import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'

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
