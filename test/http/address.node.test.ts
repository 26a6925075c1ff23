import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { networksOf } from '#http/address.ts'
import type { AppEnv } from '#http/app-env.ts'

// Limits count a request under this address (docs/limits.md, Tiers): an IPv4 address, or the /64 and the /48 of an IPv6 address,
// however it is written.

const app = new Hono<AppEnv>().get('/', (c) => c.json(networksOf(c)))
async function asked(address?: string) {
  const answer = await app.request('/', address === undefined ? {} : { headers: { 'cf-connecting-ip': address } })
  return answer.json()
}

it.each([
  ['41.243.0.1', ['41.243.0.1']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:db8:1:2::', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:db8:1:2::6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:DB8:1:2::6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:0db8:0001:0002:0000:0000:0000:0006', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0::/48']],
  ['2001:0db8:0000:0000::0001', ['2001:db8:0:0::/64', '2001:db8:0::/48']],
  ['2001:db8::5:0:0:0:1', ['2001:db8:0:5::/64', '2001:db8:0::/48']],
  ['2001:db8:0:5::1', ['2001:db8:0:5::/64', '2001:db8:0::/48']],
  ['2001:db8:1::3:4:5:6:7', ['2001:db8:1:3::/64', '2001:db8:1::/48']],
  ['2001:db8:10:200::1', ['2001:db8:10:200::/64', '2001:db8:10::/48']],
  ['::2', ['0:0:0:0::/64', '0:0:0::/48']],
])('%s is counted as %j', async (address, networks) => {
  expect(await asked(address)).toEqual(networks)
})

it.each(['127.0.0.1', '::1', undefined])('%s is this machine, which nobody counts', async (address) => {
  expect(await asked(address)).toEqual([])
})
