import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { inflateWithin } from '#kernel/inflate.ts'
import { readPicture } from '#kernel/picture/read.ts'
import { chunk, png } from '#testing/fixtures/pictures.ts'

// workerd's zlib stops before its bound and names its error otherwise than Node's.

/** A PNG of so many pixels a side, three bytes each, which holds this many bytes of points. */
const square = (side: number, bytes: number) => png({ width: side, height: side, rows: new Uint8Array(bytes) })
const pointsOf = (side: number) => side * (3 * side + 1)
const read = (bytes: Uint8Array) => readPicture(bytes, 'images').bytes.byteLength

/** Whether it is taken, in its own size. */
function isTaken(width: number, height: number, bytes: Uint8Array): boolean {
  try {
    const taken = readPicture(bytes, 'images')
    return taken.width === width && taken.height === height
  } catch {
    return false
  }
}
const upTo = (most: number, step = 1) => Array.from({ length: Math.floor(most / step) }, (_, i) => 1 + i * step)

it('takes every square of 1 to 400 pixels, whatever it shows', () => {
  const noise = Uint8Array.from({ length: pointsOf(400) }, (_, i) => (i * 48271) >> 7)
  const refused = upTo(400).filter(
    (side) =>
      !isTaken(side, side, square(side, pointsOf(side))) ||
      (side % 9 === 1 &&
        !isTaken(side, side, png({ width: side, height: side, rows: noise.slice(0, pointsOf(side)) }))),
  )
  expect(refused).toEqual([])
})

/** Bits of a pixel, by what the header says of them. */
const KINDS = {
  'black and white': { bits: 1, kind: [1, 0] },
  grey: { bits: 8, kind: [8, 0] },
  'deep grey': { bits: 16, kind: [16, 0] },
  palette: { bits: 8, kind: [8, 3] },
  'palette of four': { bits: 2, kind: [2, 3] },
  'grey with alpha': { bits: 16, kind: [8, 4] },
  colour: { bits: 24, kind: [8, 2] },
  'deep colour': { bits: 48, kind: [16, 2] },
  'colour with alpha': { bits: 32, kind: [8, 6] },
  'deep colour with alpha': { bits: 64, kind: [16, 6] },
}
const SHAPES = [
  ...upTo(400, 19).map((side) => [side, side]),
  ...[
    [1, 7999],
    [7999, 1],
    [13, 4097],
    [1280, 33],
    [333, 126],
    [64, 641],
    [640, 64],
    [1024, 40],
    [40, 1024],
  ],
] as [number, number][]

/** The sizes of the seven pictures that an interlaced one is sent as. */
function passesOf(width: number, height: number): [number, number][] {
  const every = (length: number, from: number, step: number) => Math.max(0, Math.ceil((length - from) / step))
  const pass = (left: number, across: number, top: number, down: number): [number, number] => [
    every(width, left, across),
    every(height, top, down),
  ]
  return [
    ...[pass(0, 8, 0, 8), pass(4, 8, 0, 8), pass(0, 4, 4, 8), pass(2, 4, 0, 4)],
    ...[pass(0, 2, 2, 4), pass(1, 2, 0, 2), pass(0, 1, 1, 2)],
  ]
}

it.each(Object.entries(KINDS))('takes a picture in %s of any shape, interlaced too', (_, { bits, kind }) => {
  const rows = ([width, height]: [number, number]) => (width > 0 ? height * (1 + Math.ceil((width * bits) / 8)) : 0)
  const refused = SHAPES.flatMap(([width, height]) =>
    [false, true]
      .filter((isInterlaced) => {
        const points = isInterlaced ? passesOf(width, height).reduce((sum, pass) => sum + rows(pass), 0) : 0
        const held = new Uint8Array(isInterlaced ? points : rows([width, height]))
        const more = kind[1] === 3 ? chunk('PLTE', [200, 30, 30]) : []
        const header = [...kind, 0, 0, isInterlaced ? 1 : 0]
        return !isTaken(width, height, png({ width, height, rows: held, kind: header, more }))
      })
      .map((isInterlaced) => `${width}x${height}${isInterlaced ? ' interlaced' : ''}`),
  )
  expect(refused).toEqual([])
})

function lengthOf(packed: Uint8Array, most: number) {
  const unpacked = inflateWithin(packed, most)
  return unpacked instanceof Uint8Array ? unpacked.byteLength : unpacked
}

it('unpacks what is within the bound, of every size around the pieces of the runtime', () => {
  const sizes = [16, 32, 40, 64, 80, 120, 160, 1024].flatMap((kib) =>
    [-257, -1, 0, 1, 930, 9000].map((more) => kib * 1024 + more),
  )
  for (const size of [0, 1, ...sizes]) {
    const packed = deflateSync(new Uint8Array(size))
    expect(lengthOf(packed, size), `${size}`).toBe(size)
    expect(lengthOf(packed, size + 7), `${size}`).toBe(size)
    if (size > 0) expect(inflateWithin(packed, size - 1), `${size}`).toBe('more')
  }
  expect(inflateWithin(deflateSync(new Uint8Array(100_000_000)), 1000)).toBe('more')
  for (const broken of [new Uint8Array(), new Uint8Array(9), deflateSync(new Uint8Array(9)).subarray(0, 5)])
    expect(inflateWithin(broken, 1000)).toBeUndefined()
})

it('takes pictures of phones, larger than what is unpacked of them too', () => {
  for (const side of [1, 2, 73, 480, 1600, 3000])
    expect(read(square(side, pointsOf(side))), `${side}`).toBeGreaterThan(0)
})

it('refuses a picture that holds more points than it says', () => {
  for (const side of [1, 73, 118, 166, 480])
    for (const more of [1, 100_000, 20_000_000])
      expect(() => read(square(side, pointsOf(side) + more)), `${side} ${more}`).toThrow()
})
