import { crc32, deflateSync } from 'node:zlib'

/** Small pictures made byte by byte, so that a test can break exactly one thing of them. */
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const u16 = (n: number) => [n >> 8, n & 0xff]
const u32 = (n: number) => [...u16(n >>> 16), ...u16(n & 0xffff)]
const u32le = (n: number) => u32(n).reverse()

const segment = (marker: number, body: number[]) => [0xff, marker, ...u16(body.length + 2), ...body]
const EXIF_SECRET = 'Goma -1.6792 29.2228'
/** An EXIF segment that says where the picture was taken and, in its directory, which way up it is. */
const exif = (orientation: number) =>
  segment(0xe1, [
    ...ascii('Exif\0\0MM\0*'),
    ...u32(8),
    ...[...u16(1), ...u16(0x0112), ...u16(3), ...u32(1), ...u16(orientation), 0, 0, ...u32(0)],
    ...ascii(EXIF_SECRET),
  ])

export function jpeg({ width = 2, height = 2, orientation = 1 } = {}): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...segment(0xe0, [...ascii('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...exif(orientation),
    ...segment(0xfe, ascii('a comment')),
    ...segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    ...segment(0xc0, [8, ...u16(height), ...u16(width), 1, 1, 0x11, 0]),
    ...segment(0xc4, [0, 1, ...Array<number>(15).fill(0), 0]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...[0x7f, 0xff, 0x00, 0xd0, 0xff, 0xd0, 0x11],
    ...[0xff, 0xd9],
  ])
}

const chunk = (type: string, body: number[]) => {
  const typed = [...ascii(type), ...body]
  return [...u32(body.length), ...typed, ...u32(crc32(Uint8Array.from(typed)))]
}

export function png({ width = 1, height = 1 } = {}): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', [...u32(width), ...u32(height), 8, 2, 0, 0, 0]),
    ...chunk('tEXt', ascii(`Comment\0${EXIF_SECRET}`)),
    ...chunk('IDAT', [...deflateSync(Uint8Array.from([0, 200, 30, 30]))]),
    ...chunk('IEND', []),
  ])
}

const riff = (type: string, body: number[]) => [
  ...ascii(type),
  ...u32le(body.length),
  ...body,
  ...(body.length % 2 ? [0] : []),
]

export function webp(): Uint8Array<ArrayBuffer> {
  const chunks = [
    ...riff('VP8X', [0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ...riff('VP8L', [0x2f, 0, 0, 0, 0, 7, 7]),
    ...riff('EXIF', ascii(EXIF_SECRET)),
  ]
  return Uint8Array.from([...ascii('RIFF'), ...u32le(chunks.length + 4), ...ascii('WEBP'), ...chunks])
}

export const SECRET = EXIF_SECRET
export const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
export const bytesOf = (text: string) => new TextEncoder().encode(text)
export const svg = bytesOf('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
export const gif = bytesOf('GIF89a\x01\x00\x01\x00\x00\x00\x00;')
