/*
 * Stands in for the same file of the library of passkeys in the bundle (wrangler.toml, alias), which reads a signature of two whole numbers
 * with a library of 25 KiB gzipped.
 */

import { Defect } from '#kernel/defect.ts'

const [SEQUENCE, INTEGER] = [0x30, 0x02]
/** Bytes of a number of each curve of COSE: P-256, P-384, P-521. */
const LENGTHS: Record<number, number> = { 1: 32, 2: 48, 3: 66 }

/** The two numbers of a signature of ECDSA (X.690, DER), each of the curve's length, as Web Crypto takes them. @throws if it is broken */
export function unwrapEC2Signature(signature: Uint8Array, curve: number): Uint8Array<ArrayBuffer> {
  const length = LENGTHS[curve]
  const inside = readPart(signature, 0, SEQUENCE)
  const r = readPart(signature, inside.from, INTEGER)
  const s = readPart(signature, r.to, INTEGER)
  if (length === undefined || inside.to !== signature.length || s.to !== inside.to)
    throw new Defect('a broken signature')
  const both = new Uint8Array(2 * length)
  for (const [i, { from, to }] of [r, s].entries()) {
    // A number whose first bit is set has a zero before it.
    const bytes = signature.subarray(signature[from] === 0 ? from + 1 : from, to)
    if (bytes.length > length) throw new Defect('a number that the curve has not')
    both.set(bytes, (i + 1) * length - bytes.length)
  }
  return both
}

/** The bytes of a part that begins at `at`. */
function readPart(bytes: Uint8Array, at: number, type: number): { from: number; to: number } {
  const [isLong, short] = [bytes[at + 1] === 0x81, bytes[at + 1] ?? 0x80]
  const length = isLong ? (bytes[at + 2] ?? 0) : short
  const from = at + (isLong ? 3 : 2)
  if (bytes[at] !== type || length === 0 || (!isLong && length > 0x7f) || from + length > bytes.length)
    throw new Defect('a broken signature')
  return { from, to: from + length }
}
