import { describe, expect, it } from 'vitest'
import { Failure } from '../../src/kernel/failure.ts'
import { readPicture } from '../../src/kernel/picture/read.ts'
import { PHONES, TRACES } from '../fixtures/phone-pictures.ts'
import { chunk, jpeg, png, riff, u32, webp } from '../fixtures/pictures.ts'

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

it.each([1, 2, 3, 4, 5, 6, 7, 8])('the size of a photo held as %i is the one it is shown in', (orientation) => {
  const { width, height } = read(jpeg({ width: 40, height: 30, orientation }))
  expect([width, height]).toEqual(orientation >= 5 ? [30, 40] : [40, 30])
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

it.each(Object.entries(HOSTILE))('a %s is refused within 100 ms', (_name, bytes) => {
  const spent = [1, 2, 3].map(() => {
    const before = process.cpuUsage()
    expect(statusOf(bytes)).toBe(400)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
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
