import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { readSealKeys, seal, unseal } from '#kernel/seal.ts'

const one = { version: 1, secret: 'first-0123456789abcdef' }
const two = { version: 2, secret: 'second-0123456789abcdef' }

describe('keys', () => {
  it('are read newest first, however they are written', () => {
    expect(readSealKeys('1:a:b, 12:c ,2:d')).toEqual([
      { version: 12, secret: 'c' },
      { version: 2, secret: 'd' },
      { version: 1, secret: 'a:b' },
    ])
    expect(readSealKeys('')).toEqual([])
    expect(readSealKeys('x:a,3:,:b,1234567890:c')).toEqual([])
  })
})

describe('a sealed text', () => {
  it('opens for its owner, under the key of its version', async () => {
    const old = await seal([one], 'u1', 'JBSWY3DPEHPK3PXP')
    expect(old.version).toBe(1)
    expect(await unseal([two, one], 'u1', old)).toBe('JBSWY3DPEHPK3PXP')
    const fresh = await seal([two, one], 'u1', 'JBSWY3DPEHPK3PXP')
    expect(fresh.version).toBe(2)
    expect(await unseal([two], 'u1', fresh)).toBe('JBSWY3DPEHPK3PXP')
  })

  it('never looks the same twice, and shows nothing', async () => {
    const [a, b] = [await seal([one], 'u1', 'JBSWY3DPEHPK3PXP'), await seal([one], 'u1', 'JBSWY3DPEHPK3PXP')]
    expect(a.text).not.toBe(b.text)
    expect(a.text).toMatch(/^[\w-]+$/)
    expect(Buffer.from(a.text, 'base64url').toString('latin1')).not.toContain('JBSWY3DP')
    expect(Buffer.from(a.text, 'base64url')).toHaveLength(12 + 16 + 16)
  })

  it('opens for nobody else, altered never, and not without its key', async () => {
    const sealed = await seal([one], 'u1', 'JBSWY3DPEHPK3PXP')
    await expect(unseal([one], 'u2', sealed)).rejects.toThrow()
    const bytes = Buffer.from(sealed.text, 'base64url')
    for (const at of [0, 12, bytes.length - 1]) {
      const altered = Buffer.from(bytes)
      altered[at] = (altered[at] ?? 0) ^ 1
      await expect(unseal([one], 'u1', { ...sealed, text: altered.toString('base64url') })).rejects.toThrow()
    }
    await expect(unseal([two], 'u1', sealed)).rejects.toThrow('the key of version 1 is not configured')
    await expect(unseal([two, { version: 1, secret: 'other' }], 'u1', sealed)).rejects.toThrow()
    await expect(seal([], 'u1', 'x')).rejects.toThrow('there is no key to seal with')
  })
})
