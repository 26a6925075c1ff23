const COORDINATE_BYTES = 32

/**
 * The forms in which a P-256 signature may be meant, as the 64 bytes r‖s that WebCrypto verifies. The gateway sends DER;
 * RFC 9421 itself asks for r‖s, and both may be 64 bytes long.
 */
export function ecdsaCandidates(signature: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const raw = signature.length === 2 * COORDINATE_BYTES ? [signature] : []
  const der = rawOfDer(signature)
  return der ? [...raw, der] : raw
}

/** SEQUENCE { INTEGER r, INTEGER s }, every length below 128. */
function rawOfDer(der: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return undefined
  const r = integerAt(der, 2)
  const s = r && integerAt(der, r.end)
  if (!r || !s || s.end !== der.length) return undefined
  const raw = new Uint8Array(2 * COORDINATE_BYTES)
  raw.set(r.digits, COORDINATE_BYTES - r.digits.length)
  raw.set(s.digits, 2 * COORDINATE_BYTES - s.digits.length)
  return raw
}

function integerAt(der: Uint8Array, at: number): { digits: Uint8Array; end: number } | undefined {
  const length = der[at + 1]
  if (der[at] !== 0x02 || length === undefined || length === 0) return undefined
  const end = at + 2 + length
  let start = at + 2
  while (start < end && der[start] === 0) start++
  if (end > der.length || end - start > COORDINATE_BYTES) return undefined
  return { digits: der.subarray(start, end), end }
}
