import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'

/** Bits of a place beyond the count: one in 2^14 texts outside the set is taken for a member. */
const SPARE_BITS = 14
const COUNT_BYTES = 2

const placeOf = (text: string, count: number) =>
  createHash('sha256').update(text).digest().readUInt32BE(0) % (count * 2 ** SPARE_BITS)

/**
 * Packs at most 65,535 texts into two bytes each: the hashes' places in order, each as its distance from the one before it (Golomb-Rice).
 * The set answers whether it has a text; nobody can read its texts.
 */
export function packSet(texts: string[]): string {
  const places = texts.map((text) => placeOf(text, texts.length)).toSorted((a, b) => a - b)
  const bits: number[] = []
  let before = 0
  for (const place of places) {
    const gap = place - before
    before = place
    for (let many = gap >> SPARE_BITS; many > 0; many--) bits.push(1)
    bits.push(0)
    for (let at = SPARE_BITS - 1; at >= 0; at--) bits.push((gap >> at) & 1)
  }
  const bytes = Buffer.alloc(COUNT_BYTES + Math.ceil(bits.length / 8), 0)
  bytes.writeUInt16BE(texts.length)
  for (const [at, bit] of bits.entries()) if (bit) bytes[COUNT_BYTES + (at >> 3)]! |= 0x80 >> (at & 7)
  return bytes.toString('base64')
}

/** Whether one of these texts is in a packed set. */
export function isPacked(set: string, texts: string[]): boolean {
  const bytes = Buffer.from(set, 'base64')
  const count = bytes.readUInt16BE(0)
  const wanted = new Set(texts.map((text) => placeOf(text, count)))
  let at = COUNT_BYTES * 8
  const bit = () => ((bytes[at >> 3] ?? 0) >> (7 - (at++ & 7))) & 1
  for (let left = count, place = 0; left > 0; left--) {
    while (bit()) place += 2 ** SPARE_BITS
    let gap = 0
    for (let bits = SPARE_BITS; bits > 0; bits--) gap = gap * 2 + bit()
    place += gap
    if (wanted.has(place)) return true
  }
  return false
}
