import { bytes } from './fake-fetch.ts'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' }
const base64 = (data: ArrayBuffer | Uint8Array) => btoa(String.fromCharCode(...new Uint8Array(data)))

export async function keyPair() {
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('ECDSA makes a pair')
  const spki = await crypto.subtle.exportKey('spki', pair.publicKey)
  if (!(spki instanceof ArrayBuffer)) throw new Error('SPKI is bytes')
  const lines = base64(spki).match(/.{1,64}/g) ?? []
  const pem = `-----BEGIN PUBLIC KEY-----\n${lines.join('\n')}\n-----END PUBLIC KEY-----\n`
  return { privateKey: pair.privateKey, pem }
}

export type Signing = {
  key: CryptoKey
  body: string
  form?: 'der' | 'raw'
  method?: string
  url?: string
  /** Host the signer signed for, when it is not the one of the URL. */
  host?: string
  components?: string[]
  digest?: 'sha-256' | 'sha-512'
  digestHeader?: string
  params?: string
}

export const NOW_S = 1_790_000_000
export const PARAMS = `;alg="ecdsa-p256-sha256";keyid="K:1";created=${NOW_S};expires=${NOW_S + 60}`
const COMPONENTS = ['@method', '@authority', '@path', 'signature-date', 'content-digest', 'content-type']

/** A callback as the gateway signs it, written from RFC 9421 and not from our own verifier. */
export async function signedRequest(signing: Signing) {
  const { key, body, form = 'der', method = 'POST', components = COMPONENTS, digest = 'sha-512' } = signing
  const url = signing.url ?? 'https://market.test/api/v1/gatewayA/callbacks/payouts'
  const hash = await crypto.subtle.digest(digest === 'sha-512' ? 'SHA-512' : 'SHA-256', bytes(body))
  const headers = new Headers({
    'content-type': 'application/json; charset=UTF-8',
    'content-digest': signing.digestHeader ?? `${digest}=:${base64(hash)}:`,
    'signature-date': '2026-09-21T13:33:20Z',
  })
  const { host, pathname, search } = new URL(url)
  const derived: Record<string, string> = {
    '@method': method,
    '@authority': signing.host ?? host,
    '@path': pathname,
    '@query': search || '?',
  }
  const input = `(${components.map((name) => `"${name}"`).join(' ')})${signing.params ?? PARAMS}`
  const lines = components.map((name) => `"${name}": ${derived[name] ?? (name.includes('@') ? '' : headers.get(name))}`)
  const base = [...lines, `"@signature-params": ${input}`].join('\n')
  const raw = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes(base)))
  headers.set('signature-input', `sig-pp=${input}`)
  headers.set('signature', `sig-pp=:${base64(form === 'der' ? der(raw) : raw)}:`)
  return { method, url, headers, body: bytes(body) }
}

function der(raw: Uint8Array): Uint8Array {
  const integer = (half: Uint8Array) => {
    let digits = [...half]
    while (digits.length > 1 && digits[0] === 0) digits = digits.slice(1)
    if ((digits[0] ?? 0) > 127) digits = [0, ...digits]
    return [2, digits.length, ...digits]
  }
  const both = [...integer(raw.subarray(0, 32)), ...integer(raw.subarray(32))]
  return new Uint8Array([0x30, both.length, ...both])
}
