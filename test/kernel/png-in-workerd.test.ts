import { crc32, deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readPicture } from '../../src/kernel/picture/read.ts'
import { png } from '../fixtures/pictures.ts'

// workerd's zlib stops before its bound and names its error otherwise than Node's.

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const file = Buffer.alloc(named.length + 8)
  file.writeUInt32BE(data.length)
  named.copy(file, 4)
  file.writeUInt32BE(crc32(named), named.length + 4)
  return file
}

/** A PNG of so many pixels a side, three bytes each, which holds this many bytes of points. */
const square = (side: number, bytes: number) =>
  Buffer.concat([
    Buffer.from(png({ width: side, height: side })).subarray(0, 33),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes))),
    chunk('IEND', Buffer.alloc(0)),
  ])
const pointsOf = (side: number) => side * (3 * side + 1)
const read = (bytes: Uint8Array) => readPicture(bytes, 'images').bytes.byteLength

it('takes pictures of phones, larger than what is unpacked of them too', () => {
  for (const side of [1, 2, 73, 480, 1600, 3000])
    expect(read(square(side, pointsOf(side))), `${side}`).toBeGreaterThan(0)
})

it('refuses a picture that holds more points than it says', () => {
  for (const side of [1, 73, 480])
    for (const more of [1, 100_000, 20_000_000])
      expect(() => read(square(side, pointsOf(side) + more)), `${side} ${more}`).toThrow()
})
