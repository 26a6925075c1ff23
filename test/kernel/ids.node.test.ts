import { createHash, createHmac } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hmac, sha256, sha256Bytes } from '#kernel/digest.ts'
import { Failure } from '#kernel/failure.ts'
import { platformIds } from '#kernel/ids.ts'
import { toResult, unwrap } from '#kernel/result.ts'

const NOW = Date.UTC(2026, 8, 1)
const ids = platformIds(NOW)
afterEach(() => vi.restoreAllMocks())

describe('ids', () => {
  it('ours carry the time they were made, gateway A gets random ones', () => {
    const first = ids.v7()
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    expect(Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16)).toBe(NOW)
    expect(ids.v7()).not.toBe(first)
    expect(ids.v4()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/)
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
