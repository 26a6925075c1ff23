import { asciiAt, concat, viewOf } from './bytes.ts'

const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP'])
/** VP8X's flags for EXIF and XMP. */
const METADATA_FLAGS = 0x08 | 0x04

/**
 * Walks a WebP's chunks to the end that its RIFF header tells. EXIF, XMP and unknown chunks are left out.
 * @returns undefined when it is cut off, broken, animated, or goes on after its end
 */
export function cleanWebp(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes)
  if (view.getUint32(4, true) + 8 !== bytes.byteLength) return undefined
  const kept: Uint8Array[] = []
  let pictures = 0
  let at = 12
  while (at + 8 <= bytes.byteLength) {
    const type = asciiAt(bytes, at, 4)
    const size = view.getUint32(at + 4, true)
    // Chunks of odd length are followed by one byte of padding.
    const end = at + 8 + size + (size % 2)
    if (end > bytes.byteLength || type.startsWith('ANI') || type === 'ANMF') return undefined
    const chunk = bytes.slice(at, end)
    if (type === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~METADATA_FLAGS
    if (type === 'VP8 ' || type === 'VP8L') pictures++
    if (KEPT.has(type)) kept.push(chunk)
    at = end
  }
  if (at !== bytes.byteLength || pictures !== 1) return undefined
  const whole = concat([bytes.slice(0, 12), ...kept])
  viewOf(whole).setUint32(4, whole.byteLength - 8, true)
  return whole
}
