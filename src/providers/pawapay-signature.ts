import { fromBase64, sameBytes } from './bytes.ts'
import { ecdsaCandidates } from './ecdsa-der.ts'
import type { FoundKey } from './pawapay-keys.ts'
import { parseSignature, type SignatureFields } from './signature-fields.ts'

export type SignedRequest = { method: string; url: string; headers: Headers; body: Uint8Array<ArrayBuffer> }
export type SignatureVerdict = 'verified' | 'unsigned' | 'forged'

type Checks = {
  /** Milliseconds. */
  now: number
  /** Hosts the request may have been signed for, beside the one in its URL: a proxy rewrites Host. */
  authorities: string[]
  keyOf: (keyid: string) => Promise<FoundKey>
}

const REQUIRED = ['@method', '@path', 'content-digest']
const SKEW_S = 5 * 60
const LIFE_WITHOUT_EXPIRY_S = 5 * 60
const DIGESTS = new Map([
  ['sha-256', 'SHA-256'],
  ['sha-512', 'SHA-512'],
])

/**
 * Verifies the RFC 9421 signature of a callback: what it covers, its age, the digest of the raw body, then the key. It
 * never throws. `unsigned` is also the answer when the gateway could not be asked for its keys: in both cases nothing is
 * proved, so the gateway is to be asked for the status.
 */
export async function verifySignature(
  request: SignedRequest,
  { now, authorities, keyOf }: Checks,
): Promise<SignatureVerdict> {
  const { headers } = request
  if (!headers.has('signature') && !headers.has('signature-input')) return 'unsigned'
  if (!URL.canParse(request.url)) return 'forged'
  const signed = parseSignature(headers.get('signature-input') ?? '', headers.get('signature') ?? '')
  if (!signed || !REQUIRED.every((name) => signed.components.includes(name))) return 'forged'
  if (signed.alg !== 'ecdsa-p256-sha256' || !isCurrent(signed, now / 1000)) return 'forged'
  if (!(await isDigestOf(headers.get('content-digest') ?? '', request.body))) return 'forged'

  const hosts = new Set([new URL(request.url).host, ...authorities])
  const bases = [...hosts].map((host) => signatureBase(request, host, signed)).filter((base) => base !== undefined)
  if (!bases.length) return 'forged'
  const key = await keyOf(signed.keyid)
  if (key === 'unreachable') return 'unsigned'
  if (key === 'unknown') return 'forged'
  for (const base of new Set(bases)) {
    for (const signature of ecdsaCandidates(signed.signature)) {
      const bytes = new TextEncoder().encode(base)
      if (await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, bytes)) return 'verified'
    }
  }
  return 'forged'
}

function isCurrent({ created, expires }: SignatureFields, nowS: number): boolean {
  return created <= nowS + SKEW_S && (expires ?? created + LIFE_WITHOUT_EXPIRY_S) >= nowS - SKEW_S
}

/** RFC 9530: every digest we know must be right, and we must know one. */
async function isDigestOf(header: string, body: Uint8Array<ArrayBuffer>): Promise<boolean> {
  let known = 0
  for (const member of header.split(',')) {
    const [, name = '', value = ''] = /^([a-z0-9-]+)=:([^:]*):$/.exec(member.trim()) ?? []
    const claimed = fromBase64(value)
    if (!name || !claimed) return false
    const algorithm = DIGESTS.get(name)
    if (!algorithm) continue
    if (!sameBytes(new Uint8Array(await crypto.subtle.digest(algorithm, body)), claimed)) return false
    known++
  }
  return known > 0
}

function signatureBase(request: SignedRequest, host: string, signed: SignatureFields): string | undefined {
  const lines: string[] = []
  for (const name of signed.components) {
    const value = componentOf(request, host, name)
    if (value === undefined) return undefined
    lines.push(`"${name}": ${value}`)
  }
  return [...lines, `"@signature-params": ${signed.params}`].join('\n')
}

function componentOf({ method, url, headers }: SignedRequest, host: string, name: string): string | undefined {
  const { protocol, pathname, search } = new URL(url)
  switch (name) {
    case '@method':
      return method
    case '@authority':
      return host.toLowerCase()
    case '@path':
      return pathname
    case '@query':
      return search || '?'
    case '@scheme':
      return protocol.slice(0, -1)
    case '@target-uri':
      return `${protocol}//${host.toLowerCase()}${pathname}${search}`
    default:
      return name.startsWith('@') ? undefined : headers.get(name)?.trim()
  }
}
