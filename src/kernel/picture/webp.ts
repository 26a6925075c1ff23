import { asciiAt, type CleanPicture, concat, MOST_PARTS, viewOf } from './bytes.ts'
import { orientationOf, tiffOf } from './orientation.ts'

const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP'])
/** VP8X's flags for EXIF and XMP, and for an animation. */
const EXIF_FLAG = 0x08
const METADATA_FLAGS = EXIF_FLAG | 0x04
const ANIMATION_FLAG = 0x02

type Size = { width: number; height: number }

/**
 * Copies a WebP's chunks up to the end that its RIFF header gives. XMP and unknown chunks are left out; EXIF keeps only
 * the orientation.
 * @returns undefined if it is cut off, broken, animated, goes on after its end, or its picture is not as large as its
 * canvas
 */
export function cleanWebp(bytes: Uint8Array): CleanPicture | undefined {
  const view = viewOf(bytes)
  if (view.getUint32(4, true) + 8 !== bytes.byteLength) return undefined
  const kept: Uint8Array[] = []
  let canvas: Size | undefined
  let picture: Size | undefined
  let orientation: number | undefined
  let saysExif = false
  let at = 12
  for (let parts = 0; at + 8 <= bytes.byteLength && parts < MOST_PARTS; parts++) {
    const type = asciiAt(bytes, at, 4)
    const size = view.getUint32(at + 4, true)
    // Chunks of odd length are followed by one byte of padding.
    const end = at + 8 + size + (size % 2)
    if (end > bytes.byteLength || type === 'ANIM' || type === 'ANMF') return undefined
    const chunk = bytes.slice(at, end)
    if (type === 'VP8X') {
      if (canvas || size < 10 || (chunk[8] ?? 0) & ANIMATION_FLAG) return undefined
      saysExif = ((chunk[8] ?? 0) & EXIF_FLAG) !== 0
      chunk[8] = (chunk[8] ?? 0) & ~METADATA_FLAGS
      canvas = { width: 1 + threeBytes(view, at + 12), height: 1 + threeBytes(view, at + 15) }
    }
    if (type === 'VP8 ' || type === 'VP8L') {
      if (picture) return undefined
      picture = type === 'VP8L' ? losslessSize(viewOf(chunk)) : lossySize(viewOf(chunk))
      if (!picture) return undefined
    }
    if (type === 'EXIF' && saysExif) orientation ??= orientationOf(chunk.subarray(8, 8 + size))
    if (KEPT.has(type)) kept.push(chunk)
    at = end
  }
  if (at !== bytes.byteLength || !picture) return undefined
  if (canvas && (canvas.width !== picture.width || canvas.height !== picture.height)) return undefined
  if (orientation !== undefined && orientation !== 1) sayOrientation(kept, orientation)
  const whole = concat([bytes.slice(0, 12), ...kept])
  viewOf(whole).setUint32(4, whole.byteLength - 8, true)
  return { bytes: whole, ...picture, orientation: orientation ?? 1 }
}

/** Adds EXIF behind the picture and sets the canvas's flag for it, if there is a canvas. */
function sayOrientation(kept: Uint8Array[], orientation: number): void {
  const canvas = kept.find((chunk) => asciiAt(chunk, 0, 4) === 'VP8X')
  if (!canvas) return
  canvas[8] = (canvas[8] ?? 0) | EXIF_FLAG
  const tiff = tiffOf(orientation)
  kept.push(Uint8Array.of(0x45, 0x58, 0x49, 0x46, tiff.byteLength, 0, 0, 0, ...tiff))
}

const threeBytes = (view: DataView, at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)

/** The size in a lossless picture: a signature, then 14 bits each of width and height less one. */
function losslessSize(chunk: DataView): Size | undefined {
  if (chunk.byteLength < 13 || chunk.getUint8(8) !== 0x2f) return undefined
  const packed = chunk.getUint32(9, true)
  return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) }
}

/**
 * The size in a lossy picture: three bytes of frame tag, whose lowest bit is not set in a key frame, a start code, then
 * 14 bits each of width and height.
 */
function lossySize(chunk: DataView): Size | undefined {
  if (chunk.byteLength < 18 || chunk.getUint8(8) & 1 || chunk.getUint32(11, false) >>> 8 !== 0x9d012a) return undefined
  return { width: chunk.getUint16(14, true) & 0x3fff, height: chunk.getUint16(16, true) & 0x3fff }
}
