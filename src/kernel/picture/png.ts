import { crc32, inflateSync } from 'node:zlib'
import { asciiAt, concat, viewOf } from './bytes.ts'

/** What a still picture needs to be decoded and coloured. Text, time, EXIF, animation and unknown chunks are left out. */
const KEPT = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'cICP', 'sBIT', 'bKGD', 'pHYs'])

/** Profiles of screens and cameras are a few KiB; what unpacks to more is there to fill a reader's memory. */
const MOST_PROFILE_BYTES = 64 * 1024

/**
 * Walks a PNG's chunks, each with its checksum, from IHDR to IEND. Of packed chunks only the first colour profile is
 * unpacked, and none that is larger than 64 KiB is kept.
 * @returns undefined when it is cut off, broken, or goes on after its end
 */
export function cleanPng(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes)
  const kept: Uint8Array[] = [bytes.subarray(0, 8)]
  let hasData = false
  let hasProfile = false
  for (let at = 8; at + 12 <= bytes.byteLength; ) {
    const end = at + 12 + view.getUint32(at)
    if (end > bytes.byteLength) return undefined
    const type = asciiAt(bytes, at + 4, 4)
    if ((at === 8) !== (type === 'IHDR') || (type === 'IHDR' && end !== at + 25)) return undefined
    if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) return undefined
    const isProfile = type === 'iCCP' && !hasProfile
    if (KEPT.has(type) || (isProfile && isModest(bytes.subarray(at + 8, end - 4)))) kept.push(bytes.subarray(at, end))
    if (type === 'iCCP') hasProfile = true
    if (type === 'IDAT') hasData = true
    if (type === 'IEND') return hasData && end === bytes.byteLength ? concat(kept) : undefined
    at = end
  }
  return undefined
}

/** Whether a profile (its name, a NUL, the method, then packed bytes) unpacks within the bound. */
function isModest(chunk: Uint8Array): boolean {
  const name = chunk.subarray(0, 80).indexOf(0)
  if (name < 1) return false
  try {
    return inflateSync(chunk.subarray(name + 2), { maxOutputLength: MOST_PROFILE_BYTES }).byteLength > 0
  } catch {
    return false
  }
}
