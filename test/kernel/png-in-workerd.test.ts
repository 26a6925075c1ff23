import { expect, it } from 'vitest'
import { readPicture } from '../../src/kernel/picture/read.ts'
import { png } from '../fixtures/pictures.ts'

// workerd's zlib stops before its bound and names its error otherwise than Node's.

/** A PNG of so many pixels a side, three bytes each, which holds this many bytes of points. */
const square = (side: number, bytes: number) => png({ width: side, height: side, rows: new Uint8Array(bytes) })
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
