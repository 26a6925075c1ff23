import { env, exports } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { TRAILERS } from '#testing/fixtures/phone-pictures.ts'
import { bytesOf, chunk, gif, join, jpeg, png, SECRET, svg, webp } from '#testing/fixtures/pictures.ts'
import { type Category, createProduct, newCategory, storedPictures } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'

let seller: Shopkeeper
let category: Category
beforeAll(async () => {
  seller = await newShopkeeper({ maxProducts: 1000 })
  category = await newCategory()
})

const upload = (...pictures: Uint8Array<ArrayBuffer>[]) =>
  createProduct(seller, category, { images: pictures.map((bytes) => new Blob([bytes])) })
const fetchRaw = (url: string, headers: Record<string, string> = {}) =>
  exports.default.fetch(new Request(url, { headers }))

test.each([
  ['image/jpeg', 'jpg', jpeg()],
  ['image/png', 'png', png()],
  ['image/webp', 'webp', webp()],
])('a %s is served under our own key, without its metadata, for a day', async (type, extension, bytes) => {
  const { data } = await upload(bytes)
  const [image] = data.images
  expect(image.url).toMatch(new RegExp(`/api/v1/media/product-[0-9a-f-]{36}\\.${extension}$`))
  const response = await fetchRaw(image.url)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': type,
    'cache-control': 'public, max-age=86400',
    'cloudflare-cdn-cache-control': 'public, max-age=31536000, stale-if-error=600',
    'cache-tag': /product-[0-9a-f-]{24}([0-9a-f]{12})/.exec(image.url)?.[1],
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; base-uri 'none'; sandbox",
  })
  const shown = new Uint8Array(await response.arrayBuffer())
  const text = new TextDecoder('latin1').decode(shown)
  for (const trace of [SECRET, 'Exif', 'EXIF', 'comment', 'tEXt']) expect(text).not.toContain(trace)
  expect(shown.length).toBeLessThan(bytes.length)

  const etag = response.headers.get('etag') ?? ''
  const unchanged = await fetchRaw(image.url, { 'if-none-match': etag })
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
})

test('which way up a phone held the picture is all that is kept of its EXIF', async () => {
  const { data } = await upload(jpeg({ orientation: 6 }))
  const shown = new Uint8Array(await (await fetchRaw(data.images[0].url)).arrayBuffer())
  const text = new TextDecoder('latin1').decode(shown)
  expect(text).toContain('Exif\0\0MM\0*')
  expect(text).not.toContain(SECRET)
  expect(shown[text.indexOf('Exif') + 6 + 8 + 2 + 9]).toBe(6)
})

test.each([
  ['HTML', bytesOf('<script>alert(1)</script>')],
  ['a second JPEG', jpeg()],
  ["a Samsung's trailer", TRAILERS.Samsung],
  ['a film', TRAILERS.Pixel],
])('what follows the end of a JPEG is not kept: %s', async (_what, behind) => {
  const { data } = await upload(join(jpeg({ width: 40, height: 30, orientation: 6 }), behind))
  expect(data.images[0]).toMatchObject({ position: 0, width: 30, height: 40 })
  const shown = new Uint8Array(await (await fetchRaw(data.images[0].url)).arrayBuffer())
  expect([...shown.slice(-2)]).toEqual([0xff, 0xd9])
  const text = new TextDecoder('latin1').decode(shown)
  expect(text.split('\xff\xd9').length).toBe(2)
  for (const trace of ['script', 'SEFT', 'ftyp', SECRET]) expect(text).not.toContain(trace)
})

test.each([
  ['SVG', svg, 415],
  ['GIF', gif, 415],
  ['HTML called .jpg', bytesOf('<html><script>alert(1)</script></html>'), 415],
  ['nothing', new Uint8Array(0), 415],
  ['truncated JPEG', jpeg().slice(0, -2), 400],
  ['JPEG cut in its header', jpeg().slice(0, 30), 400],
  ['JPEG cut to its first bytes', jpeg().slice(0, 3), 400],
  ['animated PNG', png({ more: chunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0]) }), 400],
  ['truncated PNG', png().slice(0, -8), 400],
  ['PNG with a wrong checksum', png().map((byte, i) => (i === 20 ? byte ^ 1 : byte)), 400],
  ['PNG that goes on as ZIP', join(png(), bytesOf('PK\x03\x04')), 400],
  ['truncated WebP', webp().slice(0, -4), 400],
  ['WebP that goes on', join(webp(), bytesOf('x')), 400],
  ['PNG of 8001 pixels', png({ width: 8001 }), 400],
  ['PNG of 49 million pixels', png({ width: 7000, height: 7000 }), 400],
  ['JPEG without a pixel', jpeg({ width: 0 }), 400],
])('%s is refused, and the good picture before it is taken away', async (_what, bytes, status) => {
  const before = await storedPictures()
  const answer = await upload(jpeg(), bytes as Uint8Array<ArrayBuffer>)
  expect(answer.status).toBe(status)
  expect(await storedPictures()).toEqual(before)
})

test('a smaller size is a WebP where the platform makes one, and else the picture itself', async () => {
  const { data } = await upload(png({ width: 300, height: 200 }))
  const response = await fetchRaw(`${data.images[0].url}?w=160`)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    env.IMAGES ? 'image/webp' : 'image/png',
  ])
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0)
})

test('a picture over 5 MiB is a 413', async () => {
  const heavy = new Uint8Array(5 * 1024 * 1024 + 1)
  heavy.set(jpeg())
  expect((await upload(heavy)).status).toBe(413)
})

test('an unknown key is not found', async () => {
  for (const key of ['nope.jpg', 'a%2Fb', '..%2F..%2Fsecret', '%00']) {
    expect((await call(guest, 'GET', `/media/${key}`)).status, key).toBeGreaterThanOrEqual(400)
  }
  expect((await call(guest, 'GET', '/media/nope.jpg')).status).toBe(404)
})
