import { expect, it } from 'vitest'
import { readPicture } from '#kernel/picture/read.ts'
import { takePhoto } from '../../scripts/seed/photo.ts'

it('a photo of the demo market is wide enough for every size, detailed, and the same each time', () => {
  const photo = takePhoto('basket', 32)
  const { width, height, bytes } = readPicture(photo, 'images')
  expect([width, height]).toEqual([1080, 810])
  // Plain surfaces pack to a few KiB.
  expect(bytes.byteLength).toBeGreaterThan(500_000)
  expect(bytes.byteLength).toBeLessThan(2_000_000)
  expect(Buffer.compare(photo, takePhoto('basket', 32))).toBe(0)
})
