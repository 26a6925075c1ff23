import { asciiAt, concat, viewOf } from './bytes.ts'
import { orientationOf, orientationSegment } from './orientation.ts'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const COMMENT = 0xfe
const APP0 = 0xe0
const EXIF = 0xe1
const APP2 = 0xe2
const ADOBE = 0xee
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/**
 * Walks a JPEG from its first marker to its last and leaves out every application segment and comment but those that
 * decoding needs: JFIF, the colour profile, Adobe's colour transform, and which way up the picture is.
 * @returns undefined when it is cut off, broken, or goes on after its end
 */
export function cleanJpeg(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes)
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  let at = 2
  let frames = 0
  let scans = 0
  while (at + 2 <= bytes.byteLength) {
    if (bytes[at] !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === EOI) {
      if (at + 2 !== bytes.byteLength || frames !== 1 || scans === 0) return undefined
      return concat([...kept, bytes.subarray(at)])
    }
    if (marker === 0 || marker === SOI || at + 4 > bytes.byteLength) return undefined
    const end = at + 2 + view.getUint16(at + 2)
    if (end < at + 4 || end > bytes.byteLength) return undefined
    const segment = bytes.subarray(at, end)
    if (isFrame(marker)) frames++
    if (marker === EXIF) kept.push(orientationSegment(orientationOf(segment)))
    else if (!isMetadata(marker, segment)) kept.push(segment)
    at = end
    if (marker === SOS) {
      at = endOfScan(bytes, end)
      if (at === end) return undefined
      kept.push(bytes.subarray(end, at))
      scans++
    }
  }
  return undefined
}

function isMetadata(marker: number, segment: Uint8Array): boolean {
  // A JFIF header of any other length carries a thumbnail, or something that is not a picture.
  if (marker === APP0) return !(asciiAt(segment, 4, 5) === 'JFIF\0' && segment.byteLength === 18)
  if (marker === APP2) return asciiAt(segment, 4, 12) !== 'ICC_PROFILE\0'
  if (marker === ADOBE) return asciiAt(segment, 4, 5) !== 'Adobe'
  return marker === COMMENT || (marker >= EXIF && marker <= 0xef)
}

/** Compressed data ends at the first marker that is neither an escaped FF nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; ; at += 2) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 1 >= bytes.byteLength) return bytes.byteLength
    const next = bytes[at + 1] ?? 0
    if (next === 0xff) at--
    else if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
}
