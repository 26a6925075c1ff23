import { env, exports } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { removeFiles } from '#domain/core/files/remove.ts'
import { type Answer, call, guest, type Person, together } from '#testing/api.ts'
import { contextAs, contextNow } from '#testing/fixtures/context.ts'
import { first } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { exifOf, TRACES, TRAILERS } from '#testing/fixtures/phone-pictures.ts'
import { chunk, join, jpeg, png, riff, webp } from '#testing/fixtures/pictures.ts'
import { storedPictures } from '#testing/fixtures/products.ts'
import { captureErrors } from '#testing/logged-errors.ts'

type Bytes = Uint8Array<ArrayBuffer>
const images = env.IMAGES
afterEach(() => {
  Object.assign(env, { IMAGES: images })
})

/** Puts something in the place of the binding for this test. */
const replaceImages = (input: ImagesBinding['input'] | undefined) =>
  Object.assign(env, { IMAGES: input && ({ input } as ImagesBinding) })

/** The binding, and how often it was asked. */
function countedImages(): { calls: number } {
  const counted = { calls: 0 }
  replaceImages((stream) => {
    counted.calls++
    return (images as ImagesBinding).input(stream)
  })
  return counted
}

/** Sets somebody's avatar. @returns the path of the picture */
async function shown(picture: Bytes, person?: Person): Promise<string> {
  const form = new FormData()
  form.append('avatar', new File([picture], 'moi.jpg'))
  const { data } = await call(person ?? (await signUp('BUYER')), 'POST', '/users/me/avatar', form)
  return new URL(data.avatarUrl).pathname
}
const ask = (path: string, headers: Record<string, string> = {}) =>
  exports.default.fetch(new Request(`http://localhost:8787${path}`, { headers }))
const keyOf = (path: string) => path.split('/').at(-1) ?? ''

/** A photo that can be decoded, as a Samsung held upright writes it. */
async function photo(width: number, height: number): Promise<Bytes> {
  const stream = new Response(png({ width, height })).body as ReadableStream<Uint8Array>
  const made = await (images as ImagesBinding).input(stream).output({ format: 'image/jpeg' })
  const plain = new Uint8Array(await made.response().arrayBuffer())
  return join(plain.slice(0, 2), exifOf(6), plain.slice(2), TRAILERS.Samsung) as Bytes
}

/** Width and height of a lossy or lossless WebP. */
function sizeOf(bytes: Bytes): [width: number, height: number] {
  const view = new DataView(bytes.buffer)
  const text = new TextDecoder('latin1').decode(bytes)
  expect([text.slice(0, 4), text.slice(8, 12)]).toEqual(['RIFF', 'WEBP'])
  const lossy = text.indexOf('VP8 ', 12)
  if (lossy > 0) return [view.getUint16(lossy + 14, true), view.getUint16(lossy + 16, true)]
  const packed = view.getUint32(text.indexOf('VP8L', 12) + 9, true)
  return [1 + (packed & 0x3fff), 1 + ((packed >>> 14) & 0x3fff)]
}

describe('a picture in a width', () => {
  it('is a WebP of that width, upright and without a trace of the phone, kept for ever', async () => {
    const path = await shown(await photo(600, 300))
    for (const [width, size] of [
      [160, [160, 320]],
      [480, [300, 600]],
      [1080, [300, 600]],
    ] as const) {
      const answer = await ask(`${path}?w=${width}`)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=86400',
        'cloudflare-cdn-cache-control': 'public, max-age=31536000, stale-if-error=600',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; base-uri 'none'; sandbox",
        'x-d1-round-trips': '1',
      })
      const bytes = new Uint8Array(await answer.arrayBuffer())
      expect(sizeOf(bytes), `${width}`).toEqual(size)
      const text = new TextDecoder('latin1').decode(bytes)
      for (const trace of [...TRACES, 'EXIF', 'XMP ']) expect(text).not.toContain(trace)

      const etag = answer.headers.get('etag') ?? ''
      expect((await ask(`${path}?w=${width}`, { 'if-none-match': etag })).status).toBe(304)
      expect((await env.MEDIA.head(`sized/${width}/${keyOf(path)}`))?.httpEtag).toBe(etag)
    }
  })

  it('takes no more room than was counted for it with the picture, of noise either', async () => {
    for (const [width, height] of [
      [1080, 1500],
      [500, 3000],
      [1, 1],
    ] as const) {
      const person = await signUp('BUYER')
      const rows = Uint8Array.from({ length: height * (1 + 3 * width) }, (_, i) =>
        i % (1 + 3 * width) === 0 ? 0 : Math.floor(Math.random() * 256),
      )
      const path = await shown(png({ width, height, rows }), person)
      for (const size of [160, 480, 600, 1080]) expect((await ask(`${path}?w=${size}`)).status).toBe(200)
      const keys = [keyOf(path), ...[160, 480, 600, 1080].map((size) => `sized/${size}/${keyOf(path)}`)]
      const bytes = await Promise.all(keys.map(async (key) => (await env.MEDIA.head(key))?.size ?? Number.NaN))
      const held = await first<{ bytes: number }>('SELECT bytes FROM held_bytes WHERE owner_id = ?', person.id)
      expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(held?.bytes ?? 0)
    }
  })

  it('is a JPEG for the preview of a link, upright, without a trace of the phone, on white, and goes with its picture', async () => {
    const path = await shown(await photo(900, 1200))
    const answer = await ask(`${path}?w=600`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const info = await (images as ImagesBinding).info(new Response(bytes).body as ReadableStream<Uint8Array>)
    expect(info).toMatchObject({ format: 'image/jpeg', width: 600, height: 450 })
    const text = new TextDecoder('latin1').decode(bytes)
    for (const trace of TRACES) expect(text).not.toContain(trace)
    expect(await storedPictures('sized/600/')).toContain(`sized/600/${keyOf(path)}`)
    await contextNow().files.remove([keyOf(path)])
    expect(await storedPictures('sized/600/')).not.toContain(`sized/600/${keyOf(path)}`)
  })

  it('stands upright whatever its format', async () => {
    const stream = () => new Response(png({ width: 400, height: 200 })).body as ReadableStream<Uint8Array>
    const made = await (images as ImagesBinding).input(stream()).output({ format: 'image/webp' })
    const plain = [...new Uint8Array(await made.response().arrayBuffer())].slice(12)
    const canvas = riff('VP8X', [0x08, 0, 0, 0, ...[399 & 0xff, 399 >> 8, 0], ...[199, 0, 0]])
    const exif = [...exifOf(6)].slice(10)
    const held = {
      WebP: webp([...canvas, ...plain, ...riff('EXIF', exif)]),
      PNG: png({ width: 400, height: 200, more: chunk('eXIf', exif) }),
    }
    for (const [name, picture] of Object.entries(held)) {
      const path = await shown(picture)
      const answer = await ask(`${path}?w=160`)
      expect(sizeOf(new Uint8Array(await answer.arrayBuffer())), name).toEqual([160, 320])
    }
  })

  it('is made once: asked for again, and by fifty at once, it is the one that is kept', async () => {
    const path = await shown(png({ width: 300, height: 200 }))
    const first = await together(50, async () => {
      const answer = await ask(`${path}?w=160`)
      return [answer.status, answer.headers.get('etag'), (await answer.arrayBuffer()).byteLength].join()
    })
    expect(new Set(first).size).toBe(1)
    const counted = countedImages()
    for (let again = 0; again < 3; again++) expect((await ask(`${path}?w=160`)).status).toBe(200)
    expect(counted.calls).toBe(0)
    expect(await storedPictures('sized/160/avatar')).toContain(`sized/160/${keyOf(path)}`)
  })

  it('is there in no other width, and never of a private file', async () => {
    const path = await shown(png({ width: 300, height: 200 }))
    const counted = countedImages()
    const get = vi.spyOn(env.MEDIA, 'get')
    for (const wrong of ['161', '0', '', '-160', '1e3', '0160', '160px', '160,480', '%00', '4294967456'])
      expect((await ask(`${path}?w=${wrong}`)).status, wrong).toBe(400)
    expect(get).not.toHaveBeenCalled()

    const unknown = keyOf(path).replace(/[0-9a-f]{8}\./, 'ffffffff.')
    const strangers = [`private/${unknown}`, `sized/160/${keyOf(path)}`, `../${unknown}`, 'x', `${'a'.repeat(500)}.jpg`]
    for (const key of strangers)
      for (const w of ['', '?w=160'])
        expect((await ask(`/api/v1/media/${encodeURIComponent(key)}${w}`)).status).toBe(404)
    expect(get).not.toHaveBeenCalled()
    expect((await ask(`/api/v1/media/${unknown}?w=160`)).status).toBe(404)
    expect(get).toHaveBeenCalledTimes(2)
    const signed: Answer = await call(
      guest,
      'GET',
      `/media/${crypto.randomUUID()}?w=160&reader=a&expires=1&signature=b`,
    )
    expect(signed.status).toBe(400)
    expect(counted.calls).toBe(0)
  })

  it('goes with the picture, also when it is made while the picture is removed', async () => {
    const person = await signUp('BUYER')
    const path = await shown(png({ width: 300, height: 200 }), person)
    expect((await ask(`${path}?w=160`)).status).toBe(200)
    replaceImages((stream) => {
      const transformer = (images as ImagesBinding).input(stream)
      const output: ImageTransformer['output'] = async (options) => {
        const made = await transformer.output(options)
        await call(person, 'DELETE', '/users/me/avatar')
        await removeFiles(contextAs(person))
        return made
      }
      return { transform: (how) => ({ ...transformer.transform(how), output }) } as ImageTransformer
    })
    expect((await ask(`${path}?w=480`)).status).toBe(404)
    expect((await ask(`${path}?w=160`)).status).toBe(404)
    expect((await storedPictures()).filter((key) => key.endsWith(keyOf(path)))).toEqual([])
  })
})

describe('where a picture cannot be made smaller', () => {
  it('the original is shown without the binding, and for a minute only', async () => {
    const path = await shown(png({ width: 300, height: 200 }))
    replaceImages(undefined)
    const answer = await ask(`${path}?w=160`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
    expect((await answer.arrayBuffer()).byteLength).toBe((await (await ask(path)).arrayBuffer()).byteLength)
    replaceImages((images as ImagesBinding).input.bind(images))
    expect((await ask(`${path}?w=160`)).headers.get('content-type')).toBe('image/webp')
  })

  it('the original is shown of one that nobody can decode, and the binding is not asked again for ten minutes', async () => {
    const errors = captureErrors()
    const counted = countedImages()
    const path = await shown(jpeg({ width: 300, height: 200 }))
    const asked = async () => {
      const answer = await ask(`${path}?w=160`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100)
    }
    for (let again = 0; again < 20; again++) await asked()
    expect([counted.calls, errors().length]).toEqual([1, 1])
    vi.useFakeTimers({ toFake: ['Date'], now: contextNow().now + 11 * 60_000 })
    await asked()
    expect(counted.calls).toBe(2)
    expect(await storedPictures('sized/160/avatar')).not.toContain(`sized/160/${keyOf(path)}`)
  })
})
