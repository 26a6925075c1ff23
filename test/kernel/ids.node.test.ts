import { createHash, createHmac } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Defect } from '#kernel/defect.ts'
import { hmac, sha256, sha256Bytes } from '#kernel/digest.ts'
import { Failure } from '#kernel/failure.ts'
import { leastIdAt, platformIds, shardOf } from '#kernel/ids.ts'
import { toResult, unwrap } from '#kernel/result.ts'

const NOW = Date.UTC(2026, 8, 1)
const ids = platformIds(NOW, 0)
const SHARDS = [0, 1, 9, 16, 200, 255]
const bitsOf = (id: string) => BigInt(`0x${id.replaceAll('-', '')}`)
afterEach(() => vi.restoreAllMocks())

describe('ids', () => {
  it('ours carry the time they were made, gateway A gets random ones', () => {
    const first = ids.v7()
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    expect(Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16)).toBe(NOW)
    expect(ids.v7()).not.toBe(first)
    expect(ids.v4()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/)
  })

  it('8.6.4 say the database that keeps their thing, in either version', () => {
    for (const shard of SHARDS) {
      const { v7, v4 } = platformIds(NOW, shard)
      const [ours, theirs] = [v7(), v4()]
      expect(ours).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(theirs).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect([shardOf(ours), shardOf(theirs)]).toEqual([shard, shard])
      // Notices end like the id of their person, and the links of one owner share an id.
      expect(shardOf(`${ours.slice(0, 24)}${platformIds(NOW, 77).v7().slice(-12)}`)).toBe(shard)
      expect(shardOf(`${ours}:2`)).toBe(shard)
    }
    for (const text of ['', 'shop', 'order-00000000-0000-7000-8000-000000000000']) {
      expect(() => shardOf(text), text).toThrow(Defect)
    }
  })

  it('8.6.4 sort by their time whatever their shard, and those of one request as they were made', () => {
    const times = [NOW - 1, NOW, NOW + 1]
    const byTime = times.map((at) => SHARDS.map((shard) => platformIds(at, shard).v7()).sort())
    expect(byTime.flat().sort()).toEqual(byTime.flat())
    for (const [i, at] of times.entries()) {
      expect(byTime[i]?.every((id) => id > leastIdAt(at) && id < leastIdAt(at + 1))).toBe(true)
    }
    const { v7 } = platformIds(NOW, 3)
    const drawn = Array.from({ length: 20_000 }, v7)
    expect([...drawn].sort()).toEqual(drawn)
    expect(new Set(drawn.map((id) => id.slice(0, 24))).size).toBe(drawn.length)
  })

  it('8.6.4 keep 65 and 114 random bits, and all 48 of a tag', () => {
    const free = (draw: () => string) => {
      const drawn = Array.from({ length: 400 }, () => bitsOf(draw()))
      const [some, all] = [drawn.reduce((a, b) => a | b), drawn.reduce((a, b) => a & b)]
      return (some & ~all).toString(2)
    }
    const ones = (bits: string) => bits.replaceAll('0', '').length
    const [ours, theirs] = [free(() => platformIds(NOW, 5).v7()), free(() => platformIds(NOW, 5).v4())]
    expect([ones(ours), ones(theirs)]).toEqual([65, 114])
    expect(ours.slice(-48)).toBe('1'.repeat(48))
    const { v7 } = platformIds(NOW, 5)
    expect(free(v7).slice(-48)).toBe('1'.repeat(48))
  })

  it('a code has as many digits as asked, each as likely as the others', () => {
    const bytes = [255, 250, 249, 0, 13, 20, 250, 7]
    const drawn = vi.spyOn(crypto, 'getRandomValues').mockImplementation((into) => {
      expect(into).toHaveLength(1)
      ;(into as unknown as Uint8Array)[0] = bytes.shift() ?? 0
      return into
    })
    expect(ids.digits(5)).toBe('90307')
    expect(drawn).toHaveBeenCalledTimes(8)
    expect(ids.digits(0)).toBe('')
  })

  it('a secret is 32 random bytes', () => {
    expect(ids.secret()).toMatch(/^[\w-]{43}$/)
    expect(Buffer.from(ids.secret(), 'base64url')).toHaveLength(32)
    expect(ids.secret()).not.toBe(ids.secret())
  })
})

describe('digests', () => {
  it('are those of SHA-256, in hexadecimal', async () => {
    const hash = createHash('sha256').update('café').digest('hex')
    expect(await sha256('café')).toBe(hash)
    expect(await sha256Bytes(new Uint8Array(Buffer.from('café')))).toBe(hash)
  })

  it('sign texts and bytes alike', async () => {
    const mac = createHmac('sha256', 'clé').update('café').digest('hex')
    expect(await hmac('clé', 'café')).toBe(mac)
    expect(await hmac('clé', new Uint8Array(Buffer.from('café')))).toBe(mac)
    expect(await hmac('clef', 'café')).not.toBe(mac)
  })

  it('keep their key inside', async () => {
    const imported = vi.spyOn(crypto.subtle, 'importKey')
    await hmac('clé', 'café')
    expect(imported).toHaveBeenCalledWith('raw', expect.anything(), expect.anything(), false, ['sign'])
  })
})

describe('a refusal on its way out of a Durable Object', () => {
  const settled = (failure: Failure) =>
    toResult(async () => {
      throw failure
    })

  it('is plain values, and the same refusal at the other end', async () => {
    const details = [{ field: 'stock', message: 'Trop.' }]
    const failure = new Failure('CONFLICT', { reason: 'INSUFFICIENT_STOCK', message: 'Vide.', details, retryAfter: 3 })
    const value = await settled(failure)
    expect(value).toEqual({
      ok: false,
      failure: ['CONFLICT', { reason: 'INSUFFICIENT_STOCK', message: 'Vide.', details, retryAfter: 3 }],
    })
    expect(() => unwrap(value)).toThrow(failure)
  })

  it('says only what it has', async () => {
    expect(await settled(new Failure('NOT_FOUND'))).toEqual({
      ok: false,
      failure: ['NOT_FOUND', { message: 'Élément introuvable.' }],
    })
  })

  it('a value passes, any other error stays one', async () => {
    const done = await toResult(async () => 7)
    expect(done).toEqual({ ok: true, value: 7 })
    expect(unwrap(done)).toBe(7)
    await expect(toResult(() => Promise.reject(new TypeError('broken')))).rejects.toThrow(TypeError)
  })
})
