import { describe, expect, it } from 'vitest'
import { Failure } from '#kernel/failure.ts'
import { readPicture } from '#kernel/picture/read.ts'
import { PHONES, TRACES } from '#testing/fixtures/phone-pictures.ts'
import { chunk, jpeg, png, riff, u32, webp } from '#testing/fixtures/pictures.ts'

const read = (bytes: Uint8Array) => readPicture(bytes, 'images')
/** 200 for a picture that is taken; anything but a refusal fails the test. */
function statusOf(bytes: Uint8Array): number {
  try {
    read(bytes)
    return 200
  } catch (error) {
    if (error instanceof Failure) return error.status
    throw error
  }
}
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

describe.each(Object.entries(PHONES))('a photo of a %s', (_name, { file, end }) => {
  it('is kept upright and with its colours, without its place, its maker and what follows its end', () => {
    const { bytes, contentType, width, height } = read(file)
    expect([contentType, width, height]).toEqual(['image/jpeg', 30, 40])
    const text = latin1(bytes)
    for (const trace of TRACES) expect(text, trace).not.toContain(trace)
    expect(text.split('Exif').length).toBe(2)
    expect(bytes[text.indexOf('Exif') + 6 + 8 + 2 + 9]).toBe(6)
    expect(text.includes('ICC_PROFILE')).toBe(latin1(file).includes('ICC_PROFILE'))
    expect([...bytes.slice(0, 2), ...bytes.slice(-2)]).toEqual([0xff, 0xd8, 0xff, 0xd9])
    expect(latin1(read(bytes).bytes)).toBe(text)
  })

  it('is refused wherever it is cut before its end, and the same wherever it is cut behind', () => {
    const whole = latin1(read(file).bytes)
    for (let length = 12; length < end; length++) expect(statusOf(file.slice(0, length)), `${length}`).toBe(400)
    for (let length = end; length <= file.length; length += 7)
      expect(latin1(read(file.slice(0, length)).bytes)).toBe(whole)
  })
})

/** TIFF as the two kinds of processors write it: with a place, and which way up the picture is. */
const tiff = (orientation: number, isLittle: boolean) => [
  ...(isLittle ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0] : [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 2]),
  ...(isLittle ? [0x0f, 1, 2, 0, 4, 0, 0, 0, 71, 79, 77, 65] : [1, 0x0f, 0, 2, 0, 0, 0, 4, 71, 79, 77, 65]),
  ...(isLittle ? [0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0] : [1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]),
  ...[0, 0, 0, 0],
]
/** 40 × 30 pixels. */
const lossless = riff('VP8L', [0x2f, 39, 0x40, 0x07, 0, 7, 7])
const wide = (flags: number) => riff('VP8X', [flags, 0, 0, 0, 39, 0, 0, 29, 0, 0])
const marked = [0x45, 0x78, 0x69, 0x66, 0, 0]
const HELD: Record<string, (orientation: number) => Uint8Array> = {
  JPEG: (orientation) => jpeg({ width: 40, height: 30, orientation }),
  WebP: (orientation) => webp([...wide(0x0c), ...lossless, ...riff('EXIF', tiff(orientation, true))]),
  'WebP marked as a JPEG is': (orientation) =>
    webp([...wide(0x08), ...lossless, ...riff('EXIF', [...marked, ...tiff(orientation, false)])]),
  PNG: (orientation) => png({ width: 40, height: 30, more: chunk('eXIf', tiff(orientation, false)) }),
  'PNG of the other order': (orientation) =>
    png({ width: 40, height: 30, more: chunk('eXIf', tiff(orientation, true)) }),
}

describe.each(Object.entries(HELD))('a %s', (_name, held) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'held as %i is shown upright, in that size, and says nothing else',
    (orientation) => {
      const { bytes, width, height } = read(held(orientation))
      expect([width, height]).toEqual(orientation >= 5 ? [30, 40] : [40, 30])
      const text = latin1(bytes)
      expect(text).not.toContain('GOMA')
      expect(text.match(/Exif|EXIF|eXIf/g)?.length ?? 0).toBe(orientation === 1 ? 0 : 1)
      const again = read(bytes)
      expect([again.width, again.height, latin1(again.bytes)]).toEqual([width, height, text])
    },
  )
})

it('a picture that says nothing of how it was held is shown as it is', () => {
  const odd: Record<string, Uint8Array> = {
    'EXIF that the canvas does not speak of': webp([...wide(0), ...lossless, ...riff('EXIF', tiff(6, true))]),
    'EXIF without a canvas': webp([...lossless, ...riff('EXIF', tiff(6, true))]),
    'EXIF cut': webp([...wide(8), ...lossless, ...riff('EXIF', tiff(6, true).slice(0, 7))]),
    'eXIf cut': png({ width: 40, height: 30, more: chunk('eXIf', [1]) }),
    'an orientation that there is not': png({ width: 40, height: 30, more: chunk('eXIf', tiff(9, true)) }),
  }
  for (const [name, bytes] of Object.entries(odd)) {
    const { width, height, bytes: kept } = read(bytes)
    expect([width, height], name).toEqual([40, 30])
    expect(latin1(kept), name).not.toMatch(/EXIF|eXIf/)
  }
})

const animation = chunk('acTL', [...u32(2), ...u32(0)])
const still = riff('VP8L', [0x2f, 0, 0, 0, 0, 7, 7])
const canvas = (flags: number, width = 1) => riff('VP8X', [flags, 0, 0, 0, width - 1, 0, 0, 0, 0, 0])
/** Packed data for a PNG of one pixel that unpacks to a hundred million bytes. */
const bomb = png({ rows: new Uint8Array(100_000_000) })
const HOSTILE: Record<string, Uint8Array> = {
  'PNG of 20,000 × 20,000 pixels': png({ width: 20_000, height: 20_000 }),
  'JPEG of 20,000 × 20,000 pixels': jpeg({ width: 20_000, height: 20_000 }),
  'WebP of 16,384 × 16,384 pixels': webp(riff('VP8L', [0x2f, 0xff, 0xff, 0xff, 0x0f, 7, 7])),
  'PNG whose data unpacks to more than its pixels': bomb,
  'large PNG whose data unpacks to more than its pixels': png({
    width: 4000,
    height: 4000,
    rows: new Uint8Array(64 * 1024 * 1024),
  }),
  'large PNG whose data ends early': png({ width: 4000, height: 4000, rows: new Uint8Array(40_000_000) }),
  'PNG whose data ends early': png({ width: 100, height: 100, rows: new Uint8Array(301 * 99) }),
  'PNG of a kind that there is not': png().map((byte, i) => (i === 25 ? 5 : byte)),
  'animated PNG': png({ more: animation }),
  'animated WebP': webp([...canvas(2), ...riff('ANIM', [0, 0, 0, 0, 0, 0]), ...riff('ANMF', [...still])]),
  'WebP that says it is animated': webp([...canvas(2), ...still]),
  'WebP with a large picture on a small canvas': webp([...canvas(0), ...riff('VP8L', [0x2f, 0xff, 0xff, 0xff, 0x0f])]),
  'WebP with two pictures': webp([...canvas(0, 1), ...still, ...still]),
  'WebP cut': webp().slice(0, -9),
  'JPEG of a thousand scans': scans(1000),
  'JPEG of segments without end': repeated([0xff, 0xd8], [0xff, 0xfe, 0, 2]),
  'JPEG of fill bytes': repeated([0xff, 0xd8], [0xff]),
  'JPEG of escaped bytes': repeated([...jpeg().slice(0, -2)], [0xff, 0]),
  'PNG of chunks without end': repeated([...png().slice(0, 33)], chunk('IDAT', [])),
  'WebP of chunks without end': wholeRiff(repeated([...webp().slice(0, 12)], riff('JUNK', []))),
}

// workerd's clocks stand still while a picture is read.
const isTimed = navigator.userAgent !== 'Cloudflare-Workers'
const spentNow = () => (isTimed ? process.cpuUsage() : { user: 0, system: 0 })

it.each(Object.entries(HOSTILE))('a %s is refused within 100 ms', (_name, bytes) => {
  const spent = [1, 2, 3].map(() => {
    const before = spentNow()
    expect(statusOf(bytes)).toBe(400)
    const after = spentNow()
    return (after.user + after.system - before.user - before.system) / 1000
  })
  expect(Math.min(...spent)).toBeLessThan(100)
})

it('whatever is broken in a picture, it is taken or refused, and never more than that', () => {
  const files = [...Object.values(PHONES).map(({ file }) => file), png({ width: 9, height: 9 }), webp()]
  for (const [seed, file] of files.entries()) {
    let state = seed + 1
    const random = (most: number) => {
      state = (state * 48271) % 2147483647
      return state % most
    }
    for (let round = 0; round < 2000; round++) {
      const broken = file.slice(0, random(4) === 0 ? 1 + random(file.length) : file.length)
      for (let change = 0; change <= random(4); change++) broken[random(broken.length)] = random(256)
      expect([200, 400, 415]).toContain(statusOf(broken))
    }
  }
})

function repeated(start: number[], part: number[]): Uint8Array {
  const bytes = new Uint8Array(5 * 1024 * 1024)
  bytes.set(start)
  for (let at = start.length; at + part.length <= bytes.length; at += part.length) bytes.set(part, at)
  return bytes.slice(0, start.length + Math.floor((bytes.length - start.length) / part.length) * part.length)
}

function scans(count: number): Uint8Array {
  const whole = [...jpeg()]
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12]
  return Uint8Array.from([...whole.slice(0, -2), ...Array<number[]>(count).fill(scan).flat(), 0xff, 0xd9])
}

function wholeRiff(bytes: Uint8Array): Uint8Array {
  new DataView(bytes.buffer).setUint32(4, bytes.length - 8, true)
  return bytes
}
