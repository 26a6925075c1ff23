import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { ascii, bytesOf, chunk, join, jpeg, png, riff, SECRET, u32, webp } from '#testing/fixtures/pictures.ts'
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
const stored = async (...files: Uint8Array[]) => {
  const [image] = ok(await upload(...files)).images
  return new Uint8Array(await (await get(image.url)).arrayBuffer())
}

describe('a photo as phones write it', () => {
  const trailers: [string, Uint8Array][] = [
    [
      'the trailer of a Samsung',
      join(Uint8Array.of(0, 0, 1, 10), bytesOf(`Image_UTC_Data1700000000000SEFH ${SECRET} SEFT`)),
    ],
    ['a motion photo', Uint8Array.from([...u32(24), ...ascii(`ftypmp42 isommp42 mdat${SECRET}`)])],
    ['a second picture', jpeg({ width: 9, height: 9 })],
    ['zeros', new Uint8Array(4096)],
  ]
  it.each(trailers)('is taken with %s after its end, which is cut off', async (_, trailer) => {
    const whole = await stored(join(jpeg({ width: 4, height: 3, orientation: 6 }), trailer))
    const alone = await stored(jpeg({ width: 4, height: 3, orientation: 6 }))
    expect(whole).toEqual(alone)
    expect([...whole.slice(-2)]).toEqual([0xff, 0xd9])
  })

  it('loses where it was taken and keeps which way up it is', async () => {
    for (const orientation of [1, 3, 6, 8]) {
      const kept = await stored(jpeg({ orientation }))
      const text = latin(kept)
      expect(text).not.toContain(SECRET)
      if (orientation === 1) continue
      expect(text).toContain('Exif\0\0')
      expect(kept[text.indexOf('Exif') + 6 + 8 + 2 + 9]).toBe(orientation)
    }
  })

  it('says how wide and high it is, in every answer that shows it', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const images = [jpeg({ width: 4000, height: 3000 }), png({ width: 60, height: 40 })].map((file) => new Blob([file]))
    const product = ok(await createProduct(seller, category, { images }))
    expect(product.images).toMatchObject([
      { position: 0, width: 4000, height: 3000 },
      { position: 1, width: 60, height: 40 },
    ])
  })
})

describe('what is no photo of a shop', () => {
  const animation = png({ more: chunk('acTL', [...u32(2), ...u32(0)]) })
  const moving = webp([
    ...riff('VP8X', [2, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ...riff('ANIM', Array(6).fill(0)),
    ...riff('ANMF', Array(24).fill(0)),
  ])
  const bomb = png({ width: 60, height: 40, rows: new Uint8Array(32 * 1024 * 1024) })
  it.each<[string, Uint8Array]>([
    ['a JPEG of 20,000 × 20,000', jpeg({ width: 20_000, height: 20_000 })],
    ['a PNG of 20,000 × 20,000', png({ width: 20_000, height: 20_000 })],
    ['an animated PNG', animation],
    ['an animated WebP', moving],
    ['a PNG that unpacks to more than it says', bomb],
    ['a truncated JPEG', jpeg().slice(0, -30)],
    ['a truncated PNG', png({ width: 60, height: 40 }).slice(0, -20)],
    ['a JPEG of nothing', jpeg({ width: 0, height: 0 })],
  ])('%s is 400', async (_, file) => {
    expect((await upload(file)).status).toBe(400)
  })
})

describe('a picture in the width of a phone', () => {
  it('is the original where there is nothing to make it with', async () => {
    const file = png({ width: 1200, height: 800 })
    const [image] = ok(await upload(file)).images
    const original = new Uint8Array(await (await get(image.url)).arrayBuffer())
    for (const width of [160, 480, 1080]) {
      const sized = await get(`${image.url}?w=${width}`)
      expect([sized.status, sized.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(new Uint8Array(await sized.arrayBuffer())).toEqual(original)
    }
  })

  it('is one of three widths', async () => {
    const [image] = ok(await upload(png())).images
    for (const w of ['0', '161', '4000', '-1', 'abc', '480.5'])
      expect((await get(`${image.url}?w=${w}`)).status, w).toBe(400)
    const whole = await get(image.url)
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/png'])
    await whole.arrayBuffer()
  })

  it('of what nobody has is 404', async () => {
    const [image] = ok(await upload(png())).images
    const unknown = image.url.replace(/[0-9a-f]{12}\.png$/, '000000000000.png')
    for (const query of ['', '?w=160', '?w=480']) expect((await get(`${unknown}${query}`)).status, query).toBe(404)
  })
})
