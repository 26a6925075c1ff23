import { crc32, inflateSync } from 'node:zlib'
import { asciiAt, concat, viewOf } from './bytes.ts'

/** What a still picture needs to be decoded and coloured. Text, time, EXIF, animation and unknown chunks are left out. */
const KEPT = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'cICP', 'sBIT', 'bKGD', 'pHYs'])

/** Profiles of screens and cameras are a few KiB; what unpacks to more is there to fill a reader's memory. */
const MOST_PROFILE_BYTES = 64 * 1024

/** So much of the points is unpacked to see that they are some; a picture may be larger. */
const MOST_POINTS_BYTES = 8 * 1024 * 1024

/**
 * Walks a PNG's chunks, each with its checksum, from IHDR to IEND. Of packed chunks only the points and the first colour
 * profile are unpacked, and no profile that is larger than 64 KiB is kept.
 * @returns undefined when it is cut off, broken, holds more points than it says, or goes on after its end
 */
export function cleanPng(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes)
  const kept: Uint8Array[] = [bytes.subarray(0, 8)]
  const points: Uint8Array[] = []
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
    if (type === 'IDAT') points.push(bytes.subarray(at + 8, end - 4))
    if (type === 'IEND')
      return end === bytes.byteLength && arePoints(concat(points), pointBytes(view)) ? concat(kept) : undefined
    at = end
  }
  return undefined
}

/** Bytes of the points of as many pixels as the header says, with a byte before each line; interlaced, of each line's parts. */
function pointBytes(view: DataView): number {
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const [depth, colour, interlaced] = [view.getUint8(24), view.getUint8(25), view.getUint8(28)]
  const bits = depth * (CHANNELS[colour] ?? 1)
  return interlaced ? 2 * height * (Math.ceil((width * bits) / 8) + 8) : height * (Math.ceil((width * bits) / 8) + 1)
}
const CHANNELS: Record<number, number> = { 2: 3, 4: 2, 6: 4 }

/** workerd unpacks in pieces of 16 KiB and stops where another piece would pass the bound. */
const PIECE_BYTES = 16 * 1024

/** Whether packed bytes unpack, and to no more than `most`. */
function arePoints(packed: Uint8Array, most: number): boolean {
  try {
    const bound = Math.min(most, MOST_POINTS_BYTES) + 2 * PIECE_BYTES
    return inflateSync(packed, { maxOutputLength: bound }).byteLength <= most
  } catch (error) {
    // Node and workerd share the class of what passes the bound, not its code.
    return most > MOST_POINTS_BYTES && error instanceof RangeError
  }
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
