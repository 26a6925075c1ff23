import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { png } from '#testing/fixtures/pictures.ts'
import { createProduct, newCategory } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { ok } from '#testing/stories/catalogue.ts'

type Bytes = Uint8Array<ArrayBuffer>
const latin = (of: Uint8Array) => new TextDecoder('latin1').decode(of)

async function upload(...files: Uint8Array[]) {
  const [seller, category] = [await newShopkeeper(), await newCategory()]
  return createProduct(seller, category, { images: files.map((file) => new Blob([file as Bytes])) })
}
const get = (url: string) => exports.default.fetch(new Request(url))

/** Width and height that a WebP says of itself. */
function webpSize(of: Uint8Array): [number, number] {
  expect([latin(of.slice(0, 4)), latin(of.slice(8, 12))]).toEqual(['RIFF', 'WEBP'])
  const at = (i: number) => of[i] ?? 0
  const kind = latin(of.slice(12, 16))
  if (kind === 'VP8 ') return [(at(26) | (at(27) << 8)) & 0x3fff, (at(28) | (at(29) << 8)) & 0x3fff]
  if (kind === 'VP8X')
    return [1 + (at(24) | (at(25) << 8) | (at(26) << 16)), 1 + (at(27) | (at(28) << 8) | (at(29) << 16))]
  const bits = at(21) | (at(22) << 8) | (at(23) << 16) | (at(24) << 24)
  return [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)]
}

describe('a picture in the width of a phone', () => {
  it.each([
    [160, 107],
    [480, 320],
    [1080, 720],
  ])('of %i pixels is WebP of that width, kept for ever', async (width, height) => {
    const [image] = ok(await upload(png({ width: 1200, height: 800 }))).images
    const first = await get(`${image.url}?w=${width}`)
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('image/webp')
    expect(first.headers.get('cache-control')).toContain('max-age=86400')
    expect(first.headers.get('x-content-type-options')).toBe('nosniff')
    const made = new Uint8Array(await first.arrayBuffer())
    const [w, h] = webpSize(made)
    expect(w).toBe(width)
    expect(Math.abs(h - height)).toBeLessThanOrEqual(1)
    const again = await get(`${image.url}?w=${width}`)
    expect(new Uint8Array(await again.arrayBuffer())).toEqual(made)
    expect(again.headers.get('content-type')).toBe('image/webp')
  })

  it('made by many at once is the same', async () => {
    const [image] = ok(await upload(png({ width: 600, height: 400 }))).images
    const answers = await Promise.all(Array.from({ length: 6 }, () => get(`${image.url}?w=160`)))
    const bodies = await Promise.all(answers.map(async (answer) => latin(new Uint8Array(await answer.arrayBuffer()))))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(bodies).size).toBe(1)
  })
})
