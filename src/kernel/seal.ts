import { Buffer } from 'node:buffer'
import { Defect } from './defect.ts'

/** A key for texts that must be read again, unlike a hash. Versions let keys rotate: the highest seals, all of them open. */
export type SealKey = { version: number; secret: string }
export type SealedText = { text: string; version: number }

const encoder = new TextEncoder()
const IV_BYTES = 12
/** Keys by their secret, each imported once in an isolate. */
const keys = new Map<string, CryptoKey>()

/** Keys as the configuration writes them: `2:newest,1:older`. */
export const readSealKeys = (text: string): SealKey[] =>
  text
    .split(',')
    .flatMap((part) => {
      const [, version, secret] = /^\s*(\d{1,9}):(.+?)\s*$/.exec(part) ?? []
      return version && secret ? [{ version: Number(version), secret }] : []
    })
    .sort((a, b) => b.version - a.version)

/** Encrypts a text with AES-256-GCM under the newest key. Only the same `owner` can open it. */
export async function seal(sealKeys: SealKey[], owner: string, text: string): Promise<SealedText> {
  const [newest] = sealKeys
  if (!newest) throw new Defect('there is no key to seal with')
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const bytes = await crypto.subtle.encrypt(cipherFor(iv, owner), await keyOf(newest.secret), encoder.encode(text))
  return { text: Buffer.concat([iv, new Uint8Array(bytes)]).toString('base64url'), version: newest.version }
}

/**
 * Decrypts a text that `seal` encrypted for this owner.
 * @throws if the key of its version is gone, the text was altered, or it belongs to another owner
 */
export async function unseal(sealKeys: SealKey[], owner: string, sealed: SealedText): Promise<string> {
  const key = sealKeys.find(({ version }) => version === sealed.version)
  if (!key) throw new Defect(`the key of version ${sealed.version} is not configured`)
  const bytes = Buffer.from(sealed.text, 'base64url')
  const iv = Uint8Array.from(bytes.subarray(0, IV_BYTES))
  const body = Uint8Array.from(bytes.subarray(IV_BYTES))
  return new TextDecoder().decode(await crypto.subtle.decrypt(cipherFor(iv, owner), await keyOf(key.secret), body))
}

const cipherFor = (iv: Uint8Array<ArrayBuffer>, owner: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encoder.encode(owner),
})

async function importKey(secret: string): Promise<CryptoKey> {
  const bytes = await crypto.subtle.digest('SHA-256', encoder.encode(secret))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const key = keys.get(secret) ?? (await importKey(secret))
  keys.set(secret, key)
  return key
}
