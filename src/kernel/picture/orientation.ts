import { asciiAt, viewOf } from './bytes.ts'

const TAG = 0x0112
const MARK = 'Exif\0\0'

/** Whether a JPEG's segment is EXIF: marker and length, "Exif\0\0", then a TIFF header (byte order, 42, place of the first directory). */
export const isExif = (segment: Uint8Array) => asciiAt(segment, 4, 6) === MARK && segment.byteLength >= 18

/**
 * The orientation in which a phone held the picture, 1-8; 1 if EXIF does not say it.
 * @param exif TIFF with or without "Exif\0\0" before it: a JPEG's segment behind its length, or a WebP's or PNG's chunk
 */
export function orientationOf(exif: Uint8Array): number {
  const tiff = viewOf(asciiAt(exif, 0, 6) === MARK ? exif.subarray(6) : exif)
  if (tiff.byteLength < 8) return 1
  const littleEndian = tiff.getUint16(0) === 0x4949
  const directory = tiff.getUint32(4, littleEndian)
  if (directory + 2 > tiff.byteLength) return 1
  const count = tiff.getUint16(directory, littleEndian)
  for (let entry = directory + 2; entry < directory + 2 + count * 12 && entry + 12 <= tiff.byteLength; entry += 12) {
    if (tiff.getUint16(entry, littleEndian) !== TAG) continue
    const orientation = tiff.getUint16(entry + 8, littleEndian)
    return orientation >= 1 && orientation <= 8 ? orientation : 1
  }
  return 1
}

/** Whether a picture of this orientation is shown lying on its side, so that its width becomes its height. */
export const isTurned = (orientation: number) => orientation >= 5

/** TIFF that holds the orientation and nothing else. */
// biome-ignore format: one line a field
export const tiffOf = (orientation: number) => Uint8Array.of(
  0x4d, 0x4d, 0, 42, 0, 0, 0, 8,
  0, 1, TAG >> 8, TAG & 0xff, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0,
  0, 0, 0, 0,
)

/** A JPEG's EXIF segment that holds the orientation and nothing else; empty for a picture that is the right way up. */
export const orientationSegment = (orientation: number): Uint8Array =>
  orientation === 1
    ? new Uint8Array()
    : Uint8Array.of(0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, ...tiffOf(orientation))
