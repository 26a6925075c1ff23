import { constants, deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { packedLength } from '#kernel/picture/packed-length.ts'

const WAYS = [
  { level: 0 },
  { level: 1 },
  { level: 9 },
  { strategy: constants.Z_FIXED },
  { strategy: constants.Z_RLE },
  { strategy: constants.Z_HUFFMAN_ONLY },
]
/** Bytes of few kinds, in runs or not, as the rows of pictures are; the same for the same seed. */
function rows(seed: number): Buffer {
  let state = seed + 1
  const random = (most: number) => {
    state = (state * 48271) % 2147483647
    return state % most
  }
  const kinds = 1 + random(200)
  return Buffer.from(Array.from({ length: random(40_000) }, (_, i) => (random(2) ? i % kinds : random(kinds))))
}

it('tells how much was packed, however it was', () => {
  for (let seed = 0; seed < 20; seed++) {
    const bytes = seed === 0 ? Buffer.alloc(0) : rows(seed)
    for (const way of WAYS)
      expect(packedLength(deflateSync(bytes, way), bytes.length), `${seed}`).toEqual({
        bytes: bytes.length,
        isAll: true,
      })
  }
})

it('ends behind the most that is asked for, and where reading costs too much', () => {
  const zeros = packedLength(deflateSync(Buffer.alloc(1_000_000)), 1000)
  expect(zeros).toMatchObject({ isAll: false })
  expect(zeros?.bytes).toBeLessThan(1300)
  const mixed = Buffer.from(Array.from({ length: 4_000_000 }, (_, i) => (i * 7) % 50))
  const packed = deflateSync(mixed, { strategy: constants.Z_HUFFMAN_ONLY })
  expect(packedLength(packed, mixed.length)).toMatchObject({ isAll: false })
})

it('the length of bytes that are cut or broken is unknown, whatever is broken in them', () => {
  const packed = deflateSync(rows(7))
  for (let length = 2; length < packed.length - 4; length += 31)
    expect(packedLength(packed.subarray(0, length), 1e9), `${length}`).toBeUndefined()
  for (let at = 0; at < packed.length; at += 7) {
    const broken = Buffer.from(packed)
    broken[at] = (broken[at] as number) ^ (1 << (at % 8))
    expect(() => packedLength(broken, 1e9)).not.toThrow()
  }
})
