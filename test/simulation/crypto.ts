import { createHash, createHmac } from 'node:crypto'

type Key = { secret: Uint8Array }

/**
 * WebCrypto answers from other threads, in any order. In the simulation it answers at once, with the same digests, so
 * that nothing but the seed says who comes first.
 */
export function makeCryptoImmediate(): void {
  const buffer = (bytes: Buffer) => new Uint8Array(bytes).buffer
  Object.assign(crypto.subtle, {
    digest: async (_algorithm: string, data: Uint8Array) => buffer(createHash('sha256').update(data).digest()),
    importKey: async (_format: string, secret: Uint8Array): Promise<Key> => ({ secret }),
    sign: async (_algorithm: string, { secret }: Key, data: Uint8Array) =>
      buffer(createHmac('sha256', secret).update(data).digest()),
  })
}
