import { asciiAt, type CleanPicture, concat, MOST_PARTS, viewOf } from './bytes.ts'
import { isExif, orientationOf, orientationSegment } from './orientation.ts'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const COMMENT = 0xfe
const APP0 = 0xe0
const EXIF = 0xe1
const APP2 = 0xe2
const ADOBE = 0xee
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** A progressive picture has a dozen scans. A decoder passes over all pixels once for each. */
const MOST_SCANS = 64

/**
 * Copies a JPEG without comments and application segments, but with those that decoding needs: JFIF, the colour
 * profile, Adobe's colour transform, orientation. Data behind the end (a maker's trailer, a film, a second picture) is
 * left out.
 * @returns undefined if it is cut off or broken
 */
export function cleanJpeg(bytes: Uint8Array): CleanPicture | undefined {
  const view = viewOf(bytes)
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  let frame: { width: number; height: number } | undefined
  let orientation: number | undefined
  let scans = 0
  for (let at = 2, parts = 0; at + 2 <= bytes.byteLength && parts < MOST_PARTS; parts++) {
    at = behindFill(bytes, at)
    if (bytes[at] !== 0xff || at + 2 > bytes.byteLength) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === EOI) {
      if (!frame || scans === 0) return undefined
      return { bytes: concat([...kept, bytes.subarray(at, at + 2)]), ...frame, orientation: orientation ?? 1 }
    }
    if (marker === 0 || marker === SOI || at + 4 > bytes.byteLength) return undefined
    const end = at + 2 + view.getUint16(at + 2)
    if (end < at + 4 || end > bytes.byteLength) return undefined
    const segment = bytes.subarray(at, end)
    if (isFrame(marker)) {
      if (frame || segment.byteLength < 9) return undefined
      frame = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    if (marker === EXIF) {
      if (orientation === undefined && isExif(segment)) {
        orientation = orientationOf(segment.subarray(4))
        kept.push(orientationSegment(orientation))
      }
    } else if (!isMetadata(marker, segment)) kept.push(segment)
    at = end
    if (marker === SOS) {
      at = endOfScan(bytes, end)
      if (at === end || ++scans > MOST_SCANS) return undefined
      kept.push(bytes.subarray(end, at))
    }
  }
  return undefined
}

/**
 * Skips the FF bytes that may stand before a marker.
 * @returns the place of the last of them
 */
function behindFill(bytes: Uint8Array, from: number): number {
  let at = from
  while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++
  return at
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
  for (let at = from; at + 1 < bytes.byteLength; at++) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.byteLength
}
