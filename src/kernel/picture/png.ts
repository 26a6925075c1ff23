import { crc32 } from 'node:zlib'
import { inflateWithin } from '../inflate.ts'
import { asciiAt, type CleanPicture, concat, MOST_PARTS, viewOf } from './bytes.ts'
import { orientationOf, tiffOf } from './orientation.ts'
import { packedLength } from './packed-length.ts'

/**
 * Chunks that a still picture needs to be decoded and coloured. Text, time and unknown chunks are left out; EXIF keeps
 * only the orientation.
 */
const KEPT = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'cICP', 'sBIT', 'bKGD', 'pHYs'])

/** Profiles of screens and cameras are a few KiB; a profile that unpacks to more is there to fill a reader's memory. */
const MOST_PROFILE_BYTES = 64 * 1024

/** Bytes of pixels that are unpacked to compare their length with the header; in a larger picture, the rest is only counted. */
const MOST_UNPACKED_BYTES = 8 * 1024 * 1024

/** Most bytes that a reader of the pixels must hold: a photo of 16 million pixels in colour with transparency. */
const MOST_PIXEL_BYTES = 64 * 1024 * 1024

/** Samples of a pixel by colour type. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** The seven passes of an interlaced picture: left and top of the first pixel, steps across and down. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/**
 * Copies a PNG's chunks from IHDR to IEND and checks each by its checksum. Only the pixels and the first colour profile
 * are unpacked, and a profile larger than 64 KiB is left out.
 * @returns undefined if it is cut off, broken, animated, goes on after its end, or holds more than its own pixels
 */
export function cleanPng(bytes: Uint8Array): CleanPicture | undefined {
  const view = viewOf(bytes)
  const kept: Uint8Array[] = [bytes.subarray(0, 8)]
  const data: Uint8Array[] = []
  let hasProfile = false
  let orientation: number | undefined
  for (let at = 8, parts = 0; at + 12 <= bytes.byteLength && parts < MOST_PARTS; parts++) {
    const end = at + 12 + view.getUint32(at)
    if (end > bytes.byteLength) return undefined
    const type = asciiAt(bytes, at + 4, 4)
    if ((at === 8) !== (type === 'IHDR') || (type === 'IHDR' && end !== at + 25) || type === 'acTL') return undefined
    if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) return undefined
    const body = bytes.subarray(at + 8, end - 4)
    if (KEPT.has(type) || (type === 'iCCP' && !hasProfile && isModest(body))) kept.push(bytes.subarray(at, end))
    if (type === 'iCCP') hasProfile = true
    if (type === 'IDAT') data.push(body)
    if (type === 'eXIf') orientation ??= orientationOf(body)
    if (type === 'IEND') {
      const isWhole = end === bytes.byteLength && data.length > 0 && isAllOf(view, concat(data))
      if (!isWhole) return undefined
      // EXIF goes behind the signature and the header, because it must stand before the pixels.
      if (orientation !== undefined && orientation !== 1) kept.splice(2, 0, exifChunk(orientation))
      return {
        ...{ bytes: concat(kept), orientation: orientation ?? 1 },
        ...{ width: view.getUint32(16), height: view.getUint32(20) },
      }
    }
    at = end
  }
  return undefined
}

function exifChunk(orientation: number): Uint8Array {
  const typed = concat([new TextEncoder().encode('eXIf'), tiffOf(orientation)])
  const chunk = new Uint8Array(typed.byteLength + 8)
  viewOf(chunk).setUint32(0, typed.byteLength - 4)
  chunk.set(typed, 4)
  viewOf(chunk).setUint32(typed.byteLength + 4, crc32(typed))
  return chunk
}

/** Whether this can be the picture's data: not more than the picture needs, and of exactly that length as far as it is unpacked. */
function isAllOf(view: DataView, data: Uint8Array): boolean {
  const size = unpackedBytes(view)
  // Data that cannot be packed grows by five bytes for each block of at least a few hundred bytes.
  if (!(size <= MOST_PIXEL_BYTES) || data.byteLength > size * 1.02 + 1024) return false
  if (size > MOST_UNPACKED_BYTES && !canUnpackTo(data, size)) return false
  const unpacked = inflateWithin(data, Math.min(size, MOST_UNPACKED_BYTES))
  if (unpacked === 'more') return size > MOST_UNPACKED_BYTES
  return unpacked?.byteLength === size
}

function canUnpackTo(data: Uint8Array, size: number): boolean {
  const length = packedLength(data, size)
  return length !== undefined && (length.isAll ? length.bytes === size : length.bytes <= size)
}

/** The bytes of all rows, each with its filter byte; NaN for an unknown kind of picture. */
function unpackedBytes(view: DataView): number {
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const bits = view.getUint8(24) * (SAMPLES[view.getUint8(25)] ?? Number.NaN)
  const rows = (wide: number, high: number) => (wide > 0 ? high * (1 + Math.ceil((wide * bits) / 8)) : 0)
  if (view.getUint8(28) === 0) return rows(width, height)
  return PASSES.reduce(
    (sum, [left, top, across, down]) =>
      sum + rows(Math.ceil((width - left) / across), Math.ceil((height - top) / down)),
    0,
  )
}

/** Whether a profile (its name, a NUL, the method, then packed bytes) unpacks within the bound. */
function isModest(chunk: Uint8Array): boolean {
  const name = chunk.subarray(0, 80).indexOf(0)
  const unpacked = name < 1 ? undefined : inflateWithin(chunk.subarray(name + 2), MOST_PROFILE_BYTES)
  return unpacked !== undefined && unpacked !== 'more' && unpacked.byteLength > 0
}
