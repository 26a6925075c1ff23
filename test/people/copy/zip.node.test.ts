import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { joinBytes, zipEnd, zipEntry } from '#domain/people/copy/zip.ts'

const text = (words: string) => new TextEncoder().encode(words)

function archiveOf(files: [string, Uint8Array][], before = 0) {
  const [contents, lines]: Uint8Array[][] = [[], []]
  let offset = before
  for (const [name, bytes] of files) {
    const { content, line } = zipEntry(name, bytes, offset)
    contents?.push(content)
    lines?.push(line)
    offset += content.byteLength
  }
  return joinBytes([...(contents ?? []), zipEnd(joinBytes(lines ?? []), files.length, offset)])
}

it('an archive opens with another unpacker, names with accents and empty files too', () => {
  const files: [string, Uint8Array][] = [
    ['données.json', text('{"été": 1}')],
    ['empty', new Uint8Array()],
    ['files/a.jpg', Uint8Array.from({ length: 70_000 }, (_, i) => i % 251)],
  ]
  expect(unzipSync(archiveOf(files))).toEqual(Object.fromEntries(files))
})

it('an archive of more files than 65,535 opens', () => {
  const files = Array.from({ length: 66_000 }, (_, i): [string, Uint8Array] => [`f${i}`, new Uint8Array()])
  const opened = unzipSync(archiveOf(files))
  expect(Object.keys(opened)).toHaveLength(66_000)
})

it('a file behind the fourth gigabyte has its place in eight bytes, and the end of the archive too', () => {
  const far = 5_000_000_000
  const { line } = zipEntry('f', text('x'), far)
  const view = new DataView(line.buffer)
  // APPNOTE 4.3.12: the offset at 42; 4.5.3: the extra field behind the name holds what does not fit.
  expect(view.getUint32(42, true)).toBe(0xffff_ffff)
  expect(view.getUint16(30, true)).toBe(12)
  expect([view.getUint16(47, true), view.getUint16(49, true)]).toEqual([1, 8])
  expect(view.getBigUint64(51, true)).toBe(BigInt(far))
  const end = new DataView(zipEnd(line, 1, far + 32).buffer)
  const at = line.byteLength
  expect(end.getUint32(at, true)).toBe(0x0606_4b50)
  expect(end.getBigUint64(at + 48, true)).toBe(BigInt(far + 32))
  expect(end.getUint32(at + 56, true)).toBe(0x0706_4b50)
  expect(end.getBigUint64(at + 64, true)).toBe(BigInt(far + 32 + at))
  expect(end.getUint32(at + 76, true)).toBe(0x0605_4b50)
  expect(end.getUint32(at + 76 + 16, true)).toBe(0xffff_ffff)
})
