import nodeCrypto, { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type Bytes = Uint8Array<ArrayBuffer>
type Key = { secret: Bytes }
type Algorithm = string | { name: string }
type Sealing = { iv: Bytes; additionalData: Bytes }

const TAG_BYTES = 16
const buffer = (bytes: Buffer) => new Uint8Array(bytes).buffer

/** As WebCrypto describes a key, so that libraries take it for one. */
const keyOf = (secret: Bytes, algorithm: unknown, usages: string[]) => ({
  secret,
  algorithm:
    typeof algorithm === 'string' ? { name: algorithm } : { ...(algorithm as object), hash: { name: 'SHA-256' } },
  usages,
  type: 'secret',
  extractable: false,
  [Symbol.toStringTag]: 'CryptoKey',
})

/**
 * Cryptography answers from other threads, in any order, and with randomness of its own. In the simulation it answers at
 * once and the same, with the same digests, so that nothing but the seed says who comes first. A password costs a digest.
 */
export function makeCryptoImmediate(): void {
  const sign = (algorithm: Algorithm, secret: Bytes, data: Bytes) => {
    const once = createHmac('sha256', secret).update(data).digest()
    // An ECDSA signature has two halves.
    return typeof algorithm !== 'string' && algorithm.name === 'ECDSA' ? Buffer.concat([once, once]) : once
  }
  Object.assign(crypto.subtle, {
    digest: async (_algorithm: string, data: Bytes) => buffer(createHash('sha256').update(data).digest()),
    importKey: async (_format: string, key: Bytes | JsonWebKey, algorithm: unknown, _: boolean, usages: string[]) =>
      keyOf('x' in key ? Buffer.from(key.x ?? '', 'base64url') : new Uint8Array(key as Bytes), algorithm, usages),
    // A pair of a passkey: both halves are the same bytes.
    generateKey: async (algorithm: unknown, _: boolean, usages: string[]) => {
      const key = keyOf(new Uint8Array(32).fill(7), algorithm, usages)
      return { publicKey: key, privateKey: key }
    },
    exportKey: async (_format: string, { secret }: Key) => {
      const half = Buffer.from(secret).toString('base64url')
      return { kty: 'EC', crv: 'P-256', x: half, y: half }
    },
    sign: async (algorithm: Algorithm, { secret }: Key, data: Bytes) => buffer(sign(algorithm, secret, data)),
    verify: async (algorithm: Algorithm, { secret }: Key, signature: Bytes, data: Bytes) =>
      sign(algorithm, secret, data).equals(new Uint8Array(signature)),
    encrypt: async ({ iv, additionalData }: Sealing, { secret }: Key, text: Bytes) => {
      const cipher = createCipheriv('aes-256-gcm', secret, iv).setAAD(additionalData)
      return buffer(Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]))
    },
    decrypt: async ({ iv, additionalData }: Sealing, { secret }: Key, sealed: Bytes) => {
      const decipher = createDecipheriv('aes-256-gcm', secret, iv).setAAD(additionalData)
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      return buffer(Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]))
    },
  })
  Object.assign(crypto, { getRandomValues: <T extends Uint8Array>(bytes: T) => bytes.fill(7) })
  Object.assign(nodeCrypto, {
    randomBytes: (size: number) => Buffer.alloc(size, 7),
    scrypt: (password: string, salt: Buffer, _size: number, _cost: unknown, done: (error: null, key: Buffer) => void) =>
      done(null, createHmac('sha256', salt).update(password).digest()),
  })
  syncBuiltinESMExports()
}
