import { asciiAt, viewOf } from './bytes.ts'

const TAG = 0x0112

/** Whether a segment is EXIF: marker and length, "Exif\0\0", then a TIFF header: byte order, 42, where the first directory is. */
export const isExif = (segment: Uint8Array) => asciiAt(segment, 4, 6) === 'Exif\0\0' && segment.byteLength >= 18

/** Which way up a phone held the picture, 1-8, from an EXIF segment; 1 when it does not say. */
export function orientationOf(segment: Uint8Array): number {
  const tiff = viewOf(segment.subarray(10))
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

/** Whether a picture of this orientation is shown lying on its side: its width is then its height. */
export const isTurned = (orientation: number) => orientation >= 5

/** An EXIF segment that says this and nothing else; nothing for a picture that is the right way up. */
export function orientationSegment(orientation: number): Uint8Array {
  if (orientation === 1) return new Uint8Array()
  // biome-ignore format: one line a field
  return Uint8Array.of(
    0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0,
    0x4d, 0x4d, 0, 42, 0, 0, 0, 8,
    0, 1, TAG >> 8, TAG & 0xff, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0,
    0, 0, 0, 0,
  )
}
