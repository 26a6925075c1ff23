import { scryptSync } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hashPassword, isPassword } from '#domain/people/passwords/hash.ts'
import { openDomain } from '#testing/domain/domain.ts'

/** Node's scrypt, watched: how many run at once, and held or broken where a test says so. */
const slow = vi.hoisted(() => ({
  waits: undefined as (() => Promise<void>) | undefined,
  fails: false,
  running: 0,
  most: 0,
  calls: 0,
}))
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>()
  type Done = (error: Error | null, key: Buffer) => void
  const scrypt = async (...args: unknown[]) => {
    slow.calls++
    slow.most = Math.max(slow.most, ++slow.running)
    const done = args.pop() as Done
    await slow.waits?.()
    const end: Done = (error, key) => {
      slow.running--
      done(slow.fails ? new Error('out of memory') : error, key)
    }
    ;(crypto.scrypt as (...all: unknown[]) => void)(...args, end)
  }
  return { ...crypto, scrypt }
})

const { ctx } = openDomain()

describe('a password', () => {
  it('is kept as a salted scrypt record with its parameters', async () => {
    const record = await hashPassword(ctx, 'Kivu-2026!')
    const [name, cost, blocks, lanes, salt = '', hash = ''] = record.split('$')
    expect([name, cost, blocks, lanes]).toEqual(['scrypt', '2', '8', '5'])
    expect(Buffer.from(salt, 'base64url')).toHaveLength(16)
    const key = scryptSync('Kivu-2026!', Buffer.from(salt, 'base64url'), 32, { N: 2, r: 8, p: 5 })
    expect(hash).toBe(key.toString('base64url'))
    expect(await hashPassword(ctx, 'Kivu-2026!')).not.toBe(record)
  })

  it('is itself and nothing else, also typed with other code points', async () => {
    const record = await hashPassword(ctx, 'café au lait')
    expect(await isPassword(ctx, 'café au lait', record)).toBe(true)
    expect(await isPassword(ctx, 'cafe\u0301 au lait', record)).toBe(true)
    expect(await isPassword(ctx, 'cafe au lait', record)).toBe(false)
  })

  it('is compared with the parameters of its record', async () => {
    const record = await hashPassword({ ...ctx, settings: { ...ctx.settings, passwordCost: 4 } }, 'Kivu-2026!')
    expect(record).toMatch(/^scrypt\$4\$/)
    expect(await isPassword(ctx, 'Kivu-2026!', record)).toBe(true)
  })

  it('without a record, or with a broken one, takes the same time and is wrong', async () => {
    const record = await hashPassword(ctx, 'Kivu-2026!')
    const short = record.slice(0, -4)
    const salted = Buffer.alloc(16).toString('base64url')
    for (const broken of [
      null,
      undefined,
      '',
      'scrypt',
      'scrypt$$8$5$c2Fs$aGFzaA',
      'scrypt$2$8$5$$aGFzaA',
      `scrypt$2$8$5$${salted}$`,
      short,
    ]) {
      const before = slow.calls
      expect(await isPassword(ctx, 'Kivu-2026!', broken)).toBe(false)
      expect(slow.calls).toBe(before + 1)
    }
  })

  it('is not read into a record without its parameters or its salt', async () => {
    const salt = Buffer.alloc(16, 7)
    // Node takes a cost of nothing for its own default.
    const costless = scryptSync('Kivu-2026!', salt, 32, { N: 16_384, r: 8, p: 5 })
    const saltless = scryptSync('Kivu-2026!', '', 32, { N: 2, r: 8, p: 5 })
    for (const record of [
      `scrypt$$8$5$${salt.toString('base64url')}$${costless.toString('base64url')}`,
      `scrypt$2$8$5$$${saltless.toString('base64url')}`,
    ])
      expect(await isPassword(ctx, 'Kivu-2026!', record)).toBe(false)
  })
})

describe('hashing', () => {
  it('does two at a time, and all of them', async () => {
    const gates: (() => void)[] = []
    slow.waits = () => new Promise<void>((resolve) => gates.push(resolve))
    slow.most = 0
    const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map((password) => hashPassword(ctx, password)))
    for (let opened = 0; opened < 5; opened++) {
      await vi.waitFor(() => expect(gates.length).toBeGreaterThan(opened))
      expect(slow.running).toBeLessThanOrEqual(2)
      gates[opened]?.()
    }
    expect(new Set(await all).size).toBe(5)
    expect(slow.most).toBe(2)
    slow.waits = undefined
  })

  it('goes on after one that failed', async () => {
    slow.fails = true
    const tries = await Promise.allSettled([1, 2, 3].map(() => hashPassword(ctx, 'Kivu-2026!')))
    expect(tries.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    slow.fails = false
    await expect(Promise.all([1, 2, 3].map(() => hashPassword(ctx, 'Kivu-2026!')))).resolves.toHaveLength(3)
  })
})

describe('hashing on a thread that others need', () => {
  const rested = (restMs: number) => ({ ...ctx, settings: { ...ctx.settings, passwordRestMs: restMs } })
  /** The module as a new isolate has it. */
  async function fresh() {
    vi.resetModules()
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    slow.calls = 0
    return import('#domain/people/passwords/hash.ts')
  }
  afterEach(() => void vi.useRealTimers())

  it('leaves it to them for a while before each hash', async () => {
    const { hashPassword } = await fresh()
    for (let hashes = 1; hashes <= 3; hashes++) {
      const hashed = hashPassword(rested(250), 'Kivu-2026!')
      await vi.advanceTimersByTimeAsync(249)
      expect(slow.calls).toBe(hashes - 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(await hashed).toMatch(/^scrypt\$/)
      expect(slow.calls).toBe(hashes)
    }
  })

  it('waits again when another hash ended meanwhile', async () => {
    const { hashPassword } = await fresh()
    const first = hashPassword(rested(250), 'first')
    await vi.advanceTimersByTimeAsync(100)
    const second = hashPassword(rested(250), 'second')
    await vi.advanceTimersByTimeAsync(150)
    await first
    await vi.advanceTimersByTimeAsync(349)
    expect(slow.calls).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    await second
    expect(slow.calls).toBe(2)
  })

  it('does not wait where hashes have threads of their own', async () => {
    const { hashPassword } = await fresh()
    expect(await hashPassword(rested(0), 'Kivu-2026!')).toMatch(/^scrypt\$/)
    expect(vi.getTimerCount()).toBe(0)
  })
})

it('lets eight wait and tells the next to come again, however many come; a waiter that was cut off makes room', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  vi.resetModules()
  const { hashPassword } = await import('#domain/people/passwords/hash.ts')
  const busy = { ...ctx, settings: { ...ctx.settings, passwordRestMs: 20 } }
  const asked = Array.from({ length: 60 }, () => hashPassword(busy, 'Kivu-2026!').catch((error: unknown) => error))
  // Nobody runs the timers of the first ten: the requests they belong to were cut off.
  const refused = (await Promise.all(asked.slice(10))) as { code: string; retryAfter: number }[]
  expect(refused.every(({ code, retryAfter }) => code === 'GATEWAY_UNAVAILABLE' && retryAfter > 0)).toBe(true)
  await expect(hashPassword(busy, 'Kivu-2026!')).rejects.toMatchObject({ code: 'GATEWAY_UNAVAILABLE' })
  vi.setSystemTime(Date.now() + 11_000)
  const late = hashPassword(busy, 'Kivu-2026!')
  await vi.runAllTimersAsync()
  expect(await late).toMatch(/^scrypt\$/)
  vi.useRealTimers()
})
