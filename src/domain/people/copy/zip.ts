import { crc32 } from 'node:zlib'

// Archives of stored, uncompressed files (PKWARE APPNOTE 6.3), written in parts by runs that know nothing of each other but these values.
// No library goes on with an archive that another run began.

const VERSION = 45
/** File names are UTF-8. */
const UTF8 = 0x0800
/** The first day that the format knows, in place of a time. */
const FIRST_DAY = 0x0021
const MOST_32 = 0xffff_ffff
const MOST_16 = 0xffff

/** Bytes of whole numbers, each with its width in bytes, lowest byte first. */
function pack(...fields: [width: 2 | 4 | 8, value: number][]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true)
    else if (width === 4) view.setUint32(at, value, true)
    else view.setBigUint64(at, BigInt(value), true)
    at += width
  }
  return bytes
}

export function joinBytes(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return all
}

/** The bytes of one file in an archive, and its line in the directory. @param offset the bytes of the archive before it */
export function zipEntry(name: string, bytes: Uint8Array, offset: number) {
  const path = new TextEncoder().encode(name)
  const size = bytes.byteLength
  // The part that both heads have: flags, no compression, time, sum, sizes, length of the name.
  const common = pack(
    [2, UTF8],
    [2, 0],
    [2, 0],
    [2, FIRST_DAY],
    [4, crc32(bytes)],
    [4, size],
    [4, size],
    [2, path.byteLength],
  )
  const isFar = offset >= MOST_32
  const far = isFar ? pack([2, 1], [2, 8], [8, offset]) : new Uint8Array()
  const rest = pack([2, far.byteLength], [2, 0], [2, 0], [2, 0], [4, 0], [4, isFar ? MOST_32 : offset])
  return {
    content: joinBytes([pack([4, 0x0403_4b50], [2, VERSION]), common, pack([2, 0]), path, bytes]),
    line: joinBytes([pack([4, 0x0201_4b50], [2, VERSION], [2, VERSION]), common, rest, path, far]),
  }
}

/** The end of an archive: its directory, and where that begins. @param offset the bytes of the archive before it */
export function zipEnd(directory: Uint8Array, entries: number, offset: number): Uint8Array<ArrayBuffer> {
  const size = directory.byteLength
  const end = offset + size
  const needsMore = entries >= MOST_16 || offset >= MOST_32
  const more = needsMore
    ? [
        pack([4, 0x0606_4b50], [8, 44], [2, VERSION], [2, VERSION], [4, 0], [4, 0]),
        pack([8, entries], [8, entries], [8, size], [8, offset]),
        pack([4, 0x0706_4b50], [4, 0], [8, end], [4, 1]),
      ]
    : []
  const count = Math.min(entries, MOST_16)
  const last = pack([4, 0x0605_4b50], [4, 0], [2, count], [2, count], [4, size], [4, Math.min(offset, MOST_32)], [2, 0])
  return joinBytes([directory, ...more, last])
}
