import { crc32 } from 'node:zlib'
import { asciiAt, concat, viewOf } from './bytes.ts'

/** What a still picture needs to be decoded and coloured. Text, time, EXIF, animation and unknown chunks are left out. */
const KEPT = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'cICP',
  'sBIT',
  'bKGD',
  'pHYs',
])

/**
 * Walks a PNG's chunks, each with its checksum, from IHDR to IEND.
 * @returns undefined when it is cut off, broken, or goes on after its end
 */
export function cleanPng(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes)
  const kept: Uint8Array[] = [bytes.subarray(0, 8)]
  let hasData = false
  for (let at = 8; at + 12 <= bytes.byteLength; ) {
    const end = at + 12 + view.getUint32(at)
    if (end > bytes.byteLength) return undefined
    const type = asciiAt(bytes, at + 4, 4)
    if ((at === 8) !== (type === 'IHDR') || (type === 'IHDR' && end !== at + 25)) return undefined
    if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) return undefined
    if (KEPT.has(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IDAT') hasData = true
    if (type === 'IEND') return hasData && end === bytes.byteLength ? concat(kept) : undefined
    at = end
  }
  return undefined
}
