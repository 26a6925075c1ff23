import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { exifOf } from '#testing/fixtures/phone-pictures.ts'
import { ascii, chunk, jpeg, png, riff, SECRET, webp } from '#testing/fixtures/pictures.ts'
import { createProduct, newCategory } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { ok } from '#testing/stories/catalogue.ts'

// Rule 8.4.7: pictures keep their orientation in every format. Rule 7.7: position data goes, orientation stays.
//
// What docs/conventions.md says of it: width and height are the right way up.

const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8]
/** EXIF without the name before it: what a PNG and a WebP hold. */
const tiff = (orientation: number) => [...exifOf(orientation).slice(10)]
const VP8X = (flags: number) => riff('VP8X', [flags, 0, 0, 0, 0, 0, 0, 0, 0, 0])
const VP8L = riff('VP8L', [0x2f, 0, 0, 0, 0, 7, 7])
const phoneJpeg = (orientation: number) => {
  const plain = [...jpeg()]
  // Without the EXIF of the fixture: the phone's own stands behind the first marker.
  const at = plain.findIndex((byte, i) => byte === 0xff && plain[i + 1] === 0xe1)
  const length = ((plain[at + 2] ?? 0) << 8) + (plain[at + 3] ?? 0) + 2
  return Uint8Array.from([0xff, 0xd8, ...exifOf(orientation), ...plain.slice(2, at), ...plain.slice(at + length)])
}
const FORMATS: Record<string, (orientation: number) => Uint8Array> = {
  'JPEG, big-endian': (orientation) => jpeg({ orientation }),
  'JPEG of a phone, little-endian': phoneJpeg,
  'PNG with eXIf before its data': (orientation) => png({ more: chunk('eXIf', tiff(orientation)) }),
  'PNG with eXIf behind its data': (orientation) => {
    const bytes = [...png()]
    return Uint8Array.from([...bytes.slice(0, -12), ...chunk('eXIf', tiff(orientation)), ...bytes.slice(-12)])
  },
  'WebP with EXIF': (orientation) => webp([...VP8X(0x08), ...VP8L, ...riff('EXIF', tiff(orientation))]),
  'WebP with EXIF that begins with its name': (orientation) =>
    webp([...VP8X(0x08), ...VP8L, ...riff('EXIF', [...ascii('Exif\0\0'), ...tiff(orientation)])]),
}

const fetched = async (url: string) =>
  new Uint8Array(await (await exports.default.fetch(new Request(url))).arrayBuffer())
const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

/** The orientation that a program which shows the picture reads: of the first EXIF in it, 1 where there is none. */
function orientationIn(bytes: Uint8Array): number {
  const text = latin(bytes)
  const mark = /II\*\0|MM\0\*/.exec(text)
  if (!mark) return 1
  const at = mark.index
  const little = text[at] === 'I'
  const view = new DataView(bytes.buffer, bytes.byteOffset + at)
  const directory = view.getUint32(4, little)
  const many = view.getUint16(directory, little)
  for (let i = 0; i < many; i++) {
    const entry = directory + 2 + i * 12
    if (view.getUint16(entry, little) === 0x0112) return view.getUint16(entry + 8, little)
  }
  return 1
}
/** EXIF stands in its place, so that a program looks for it there. */
function isWellMade(name: string, bytes: Uint8Array): boolean {
  const text = latin(bytes)
  if (name.startsWith('JPEG')) return /\xff\xe1..Exif\0\0(?:II\*\0|MM\0\*)/s.test(text)
  if (name.startsWith('PNG')) return /eXIf(?:II\*\0|MM\0\*)/.test(text) && text.indexOf('IEND') > text.indexOf('eXIf')
  return (
    /EXIF....(?:Exif\0\0)?(?:II\*\0|MM\0\*)/s.test(text) &&
    text.includes('VP8X') &&
    ((bytes[text.indexOf('VP8X') + 8] ?? 0) & 0x08) !== 0
  )
}

describe.each(Object.entries(FORMATS))('a picture that lies on its side, %s', (name, made) => {
  it.each(ORIENTATIONS)(
    '8.4.7 keeps orientation %i where others are: product, avatar, logo, cover',
    async (orientation) => {
      const [seller, category, person, admin] = [
        await newShopkeeper(),
        await newCategory(),
        await signUp(),
        await signUp('ADMIN'),
      ]
      const bytes = made(orientation)
      const blob = () => new Blob([Uint8Array.from(bytes)])
      const form = (field: string) => {
        const one = new FormData()
        one.append(field, blob(), 'a.jpg')
        return one
      }
      const product = ok(await createProduct(seller, category, { images: [blob()] }))
      const post = ok(await call(admin, 'POST', '/blog', { title: 'Un titre', body: 'Un texte.' }))
      const urls = [
        product.images[0].url,
        ok(await call(person, 'POST', '/users/me/avatar', form('avatar'))).avatarUrl,
        ok(await call(seller, 'POST', `/seller/shop/${seller.shopId}/logo`, form('logo'))).logoUrl,
        ok(await call(seller, 'POST', `/seller/shop/${seller.shopId}/banner`, form('banner'))).bannerUrl,
        ok(await call(admin, 'POST', `/blog/${post.id}/cover`, form('cover'))).coverUrl,
      ]
      for (const url of urls.slice(0, 4)) {
        const kept = await fetched(url)
        expect(orientationIn(kept), url).toBe(orientation)
        if (orientation > 1) expect(isWellMade(name, kept)).toBe(true)
        for (const trace of [SECRET, 'SM-G991B', 'Goma']) expect(latin(kept)).not.toContain(trace)
      }
    },
  )

  it('8.4.7 with an orientation that there is not is taken as upright', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    for (const odd of [0, 9, 77, 65535]) {
      const product = ok(await createProduct(seller, category, { images: [new Blob([Uint8Array.from(made(odd))])] }))
      expect(orientationIn(await fetched(product.images[0].url))).toBe(1)
    }
  })
})

describe('the size of a picture that lies on its side', () => {
  it.each(ORIENTATIONS)('8.4.7 is that of the picture held upright: orientation %i', async (orientation) => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const files = [
      jpeg({ width: 40, height: 30, orientation }),
      png({ width: 40, height: 30, more: chunk('eXIf', tiff(orientation)) }),
    ]
    const images = files.map((file) => new Blob([Uint8Array.from(file)]))
    const product = ok(await createProduct(seller, category, { images }))
    const size = orientation >= 5 ? { width: 30, height: 40 } : { width: 40, height: 30 }
    expect(product.images).toMatchObject([size, size])
  })
})

describe('EXIF that is broken', () => {
  const broken: [string, number[]][] = [
    ['is empty', []],
    ['is cut off', tiff(6).slice(0, 12)],
    ['has a directory outside of it', [...ascii('II*\0'), 0xff, 0xff, 0xff, 0x7f]],
    ['points at itself', [...ascii('MM\0*'), 0, 0, 0, 0]],
    ['says that it has 65,535 entries', [...ascii('MM\0*'), 0, 0, 0, 8, 0xff, 0xff]],
    ['is no EXIF', ascii('bonjour')],
  ]
  it.each(broken)('8.4.7 %s is no fault: the picture is upright or refused', async (_, exif) => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    for (const bytes of [png({ more: chunk('eXIf', exif) }), webp([...VP8X(0x08), ...VP8L, ...riff('EXIF', exif)])]) {
      const answer = await createProduct(seller, category, { images: [new Blob([Uint8Array.from(bytes)])] })
      expect([201, 400, 415]).toContain(answer.status)
      if (answer.status === 201) expect(orientationIn(await fetched(answer.data.images[0].url))).toBe(1)
    }
  })
})
