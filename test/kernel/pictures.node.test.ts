import { crc32, deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readPicture } from '#kernel/picture/read.ts'
import { png } from '#testing/fixtures/pictures.ts'

/** A PNG with these chunks behind its header. */
function withChunks(...chunks: Buffer[]): Uint8Array {
  const whole = Buffer.from(png())
  const afterHeader = 8 + 25
  return Buffer.concat([whole.subarray(0, afterHeader), ...chunks, whole.subarray(afterHeader)])
}
function chunk(type: string, ...parts: (string | Buffer)[]): Buffer {
  const typed = Buffer.concat([type, ...parts].map((part) => Buffer.from(part)))
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(typed.length - 4)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}
const profile = (bytes: number) => chunk('iCCP', 'P3\0\0', deflateSync(Buffer.alloc(bytes)))
const shown = (...chunks: Buffer[]) =>
  Buffer.from(readPicture(withChunks(...chunks), 'images').bytes).toString('latin1')
const timesIn = (text: string, part: string) => text.split(part).length - 1

it('a PNG keeps the colour profile of a camera, once', () => {
  expect(timesIn(shown(profile(3144)), 'iCCP')).toBe(1)
  expect(timesIn(shown(profile(548), profile(548)), 'iCCP')).toBe(1)
})

it('a PNG loses what unpacks without end, and the picture stays', () => {
  const bomb = deflateSync(Buffer.alloc(50_000_000))
  for (const [type, head] of [
    ['iCCP', 'P3\0\0'],
    ['zTXt', 'Comment\0\0'],
    ['iTXt', 'Comment\0\x01\0\0\0'],
  ] as const) {
    const text = shown(chunk(type, head, bomb))
    expect([timesIn(text, type), timesIn(text, 'IDAT')]).toEqual([0, 1])
  }
})

it('a PNG loses a profile that cannot be read', () => {
  for (const broken of [chunk('iCCP'), chunk('iCCP', 'no end of its name'), chunk('iCCP', 'P3\0\0', 'not packed')])
    expect(timesIn(shown(broken), 'iCCP')).toBe(0)
})

it('many packed profiles cost as much as one, and more chunks than a camera writes are refused', () => {
  const each = profile(64 * 1024)
  const many = (count: number) => withChunks(...Array<Buffer>(count).fill(each))
  const began = performance.now()
  const kept = Buffer.from(readPicture(many(5000), 'images').bytes).toString('latin1')
  expect(timesIn(kept, 'iCCP')).toBe(1)
  expect(performance.now() - began).toBeLessThan(1500)
  expect(() => readPicture(many(30_000), 'images')).toThrow(expect.objectContaining({ status: 400 }))
})

/** A PNG of so many pixels, three bytes each, whose points are these bytes, packed. */
function holding(width: number, height: number, packed: Buffer): Uint8Array {
  const whole = Buffer.from(png({ width, height }))
  return Buffer.concat([whole.subarray(0, 33), chunk('IDAT', packed), chunk('IEND')])
}
const read = (bytes: Uint8Array) => readPicture(bytes, 'images').bytes.byteLength

it('a PNG holds no more points than it says, and points that unpack', () => {
  expect(read(holding(2, 2, deflateSync(Buffer.alloc(14))))).toBeGreaterThan(0)
  for (const packed of [
    deflateSync(Buffer.alloc(15)),
    deflateSync(Buffer.alloc(50_000_000)),
    Buffer.from('none'),
    Buffer.alloc(0),
  ])
    expect(() => read(holding(2, 2, packed))).toThrow()
})

it('a PNG whose points fill a memory is refused by what it says', () => {
  const deep = Buffer.from(holding(7999, 5000, deflateSync(Buffer.alloc(1000))))
  deep.set([16, 6], 24)
  deep.writeUInt32BE(crc32(deep.subarray(12, 29)), 29)
  expect(() => read(deep)).toThrow("L'image est abîmée")
  expect(() => read(holding(7999, 5000, deflateSync(Buffer.alloc(5000 * (1 + 7999 * 3)))))).toThrow()
})

it('a PNG of many pixels is taken, and unpacked no further than 8 MiB', () => {
  const whole = deflateSync(Buffer.alloc(3000 * (3 * 3000 + 1)))
  expect(read(holding(3000, 3000, whole))).toBeGreaterThan(0)
  expect(() => read(holding(3000, 3000, Buffer.from('none')))).toThrow()
})
