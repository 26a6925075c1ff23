import { fromBase64 } from './bytes.ts'

export type SignatureFields = {
  /** Names of what is covered, in the order they were signed. */
  components: string[]
  /** The component list with its parameters, as received: the last line of the signature base. */
  params: string
  alg: string
  keyid: string
  /** Seconds. */
  created: number
  expires: number | undefined
  signature: Uint8Array<ArrayBuffer>
}

// One signature, whose components carry no parameters (;sf, ;bs, ;req change what is signed and are not expected here).
const INPUT =
  /^([a-z*][a-z0-9_.*-]*)=(\(((?:"@?[a-z0-9_-]+"(?: (?!\)))?)*)\)((?:;[a-z*][a-z0-9_.*-]*=(?:\d{1,15}|"[^"\\]*"))*))$/
const SIGNATURE = /^([a-z*][a-z0-9_.*-]*)=:([^:]*):$/
const PARAMETER = /;([a-z*][a-z0-9_.*-]*)=(?:(\d+)|"([^"]*)")/g

/** Reads Signature-Input and Signature (RFC 9421). @returns undefined when anything is malformed, doubled or missing */
export function parseSignature(input: string, signature: string): SignatureFields | undefined {
  const [, label, params, list, parameters] = INPUT.exec(input.trim()) ?? []
  const [, signatureLabel, encoded] = SIGNATURE.exec(signature.trim()) ?? []
  if (params === undefined || encoded === undefined || label !== signatureLabel) return undefined

  const components = (list ?? '').match(/[^" ]+/g) ?? []
  const values = new Map<string, string | number>()
  for (const [, name = '', number, text = ''] of (parameters ?? '').matchAll(PARAMETER)) {
    if (values.has(name)) return undefined
    values.set(name, number === undefined ? text : Number(number))
  }
  const bytes = fromBase64(encoded)
  const [alg, keyid, created, expires] = ['alg', 'keyid', 'created', 'expires'].map((name) => values.get(name))
  if (!bytes || new Set(components).size !== components.length) return undefined
  if (typeof alg !== 'string' || typeof keyid !== 'string' || typeof created !== 'number') return undefined
  if (expires !== undefined && typeof expires !== 'number') return undefined
  return { components, params, alg, keyid, created, expires, signature: bytes }
}
