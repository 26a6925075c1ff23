import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'

/**
 * The networks by which limits count the client's address, as Cloudflare tells it: an IPv4 address, or an IPv6 /64 and
 * its /48, because the owner of a /48 has 65,536 networks of /64. Empty for this machine.
 */
export function networksOf(c: Context<AppEnv>): string[] {
  const address = c.req.header('cf-connecting-ip')
  if (!address || address === '127.0.0.1' || address === '::1') return []
  if (!address.includes(':')) return [address]
  const groups = expandIpv6(address)
  return [`${groups.slice(0, 4).join(':')}::/64`, `${groups.slice(0, 3).join(':')}::/48`]
}

function expandIpv6(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) => group.replace(/^0+(?=.)/, ''))
}
