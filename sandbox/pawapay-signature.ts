import { base64, encode } from './bytes.ts'
import { CALLBACK_KEYS } from './dev-keys.ts'
import { keyRotations } from './faults.ts'
import type { Sandbox } from './sandbox.ts'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' }
const COMPONENTS = ['@method', '@authority', '@path', 'signature-date', 'content-digest', 'content-type']
const VALID_S = 60

/** The current key and its published id. */
function currentKey(sandbox: Sandbox): { id: string; key: JsonWebKey } {
  const rotations = keyRotations(sandbox)
  const key = CALLBACK_KEYS[rotations % CALLBACK_KEYS.length] ?? { kty: 'EC' }
  return { id: `HTTP_EC_P256_KEY:${rotations + 1}`, key }
}

/** The current public key alone: after a rotation, a cached key is no longer good. */
export async function publicKeys(sandbox: Sandbox): Promise<{ id: string; key: string }[]> {
  const { id, key } = currentKey(sandbox)
  const { d, ...half } = key
  const imported = await crypto.subtle.importKey('jwk', half, ALGORITHM, true, ['verify'])
  const spki = await crypto.subtle.exportKey('spki', imported)
  if (!(spki instanceof ArrayBuffer)) throw new Error('SPKI is bytes')
  const lines = base64(spki).match(/.{1,64}/g) ?? []
  return [{ id, key: `-----BEGIN PUBLIC KEY-----\n${lines.join('\n')}\n-----END PUBLIC KEY-----\n` }]
}

/** Writes a signature as DER, a sequence of two signed integers, as gateway A sends it; WebCrypto gives r and s side by side. */
function der(signature: Uint8Array): Uint8Array {
  const integer = (bytes: Uint8Array) => {
    const start = bytes.findIndex((byte) => byte !== 0)
    const digits = bytes.subarray(start === -1 ? bytes.length - 1 : start)
    const padded = (digits[0] ?? 0) & 0x80 ? [0, ...digits] : [...digits]
    return [0x02, padded.length, ...padded]
  }
  const both = [...integer(signature.subarray(0, 32)), ...integer(signature.subarray(32))]
  return new Uint8Array([0x30, both.length, ...both])
}

/** The RFC 9421 headers of a callback. A forged callback names the right key but is signed with another one. */
export async function signatureHeaders(sandbox: Sandbox, address: string, body: string, forged: boolean) {
  const { id, key } = currentKey(sandbox)
  const now = Date.now()
  const created = Math.floor(now / 1000)
  const digest = base64(await crypto.subtle.digest('SHA-512', encode(body)))
  const url = new URL(address)
  const values: Record<string, string> = {
    '@method': 'POST',
    '@authority': url.host,
    '@path': url.pathname,
    'signature-date': new Date(now).toISOString(),
    'content-digest': `sha-512=:${digest}:`,
    'content-type': 'application/json; charset=UTF-8',
  }
  const covered = COMPONENTS.map((name) => `"${name}"`).join(' ')
  const input = `(${covered});alg="ecdsa-p256-sha256";keyid="${id}";created=${created};expires=${created + VALID_S}`
  const base = [...COMPONENTS.map((name) => `"${name}": ${values[name]}`), `"@signature-params": ${input}`].join('\n')
  const signing = forged
    ? await unpublishedKey()
    : await crypto.subtle.importKey('jwk', key, ALGORITHM, false, ['sign'])
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, signing, encode(base))
  return {
    'content-type': values['content-type'] ?? '',
    'content-digest': values['content-digest'] ?? '',
    'signature-date': values['signature-date'] ?? '',
    'signature-input': `sig-pp=${input}`,
    signature: `sig-pp=:${base64(der(new Uint8Array(signature)))}:`,
  }
}

async function unpublishedKey(): Promise<CryptoKey> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('ECDSA makes a pair')
  return pair.privateKey
}
