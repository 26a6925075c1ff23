import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [red: number, green: number, blue: number]
/** What lies at a point, x and y from -1 to 1, y downwards: the background, the thing, or what stands out on it. */
type Draw = (x: number, y: number) => 'behind' | 'body' | 'accent'

const SIDE = 480
const inBox = (x: number, y: number, left: number, top: number, right: number, bottom: number) =>
  x > left && x < right && y > top && y < bottom

const SHAPES = {
  packet: (x, y) => {
    if (!inBox(x, y, -0.45, -0.65, 0.45, 0.7)) return 'behind'
    return inBox(x, y, -0.3, -0.15, 0.3, 0.35) || y < -0.5 ? 'accent' : 'body'
  },
  bottle: (x, y) => {
    if (inBox(x, y, -0.13, -0.8, 0.13, -0.62)) return 'accent'
    if (inBox(x, y, -0.1, -0.62, 0.1, -0.25)) return 'body'
    if (!inBox(x, y, -0.32, -0.3 + x * x, 0.32, 0.75)) return 'behind'
    return inBox(x, y, -0.32, 0.05, 0.32, 0.4) ? 'accent' : 'body'
  },
  basket: (x, y) => {
    const ring = Math.hypot(x, y)
    if (y < 0 && ring > 0.5 && ring < 0.58) return 'accent'
    if (!inBox(x, y, -0.66 + y * 0.25, 0, 0.66 - y * 0.25, 0.65)) return 'behind'
    return (Math.floor(x * 9 + 50) + Math.floor(y * 9)) % 2 === 0 ? 'body' : 'accent'
  },
  shirt: (x, y) => {
    if (Math.hypot(x, y + 0.62) < 0.2) return 'behind'
    const isSleeve = inBox(Math.abs(x), y + Math.abs(x) * -0.5, 0.3, -0.85, 0.78, -0.35)
    if (!isSleeve && !inBox(x, y, -0.42, -0.6, 0.42, 0.75)) return 'behind'
    return Math.abs(((x * 6 + 30) % 2) - 1) + Math.abs(((y * 6 + 30) % 2) - 1) < 0.55 ? 'accent' : 'body'
  },
  sandal: (x, y) => {
    if ((x / 0.34) ** 2 + (y / 0.8) ** 2 > 1) return 'behind'
    return Math.abs(y + 0.35 - Math.abs(x)) < 0.09 || Math.abs(y - 0.35) < 0.08 ? 'accent' : 'body'
  },
  lamp: (x, y) => {
    if (inBox(x, y, -0.2, 0.28, 0.2, 0.62)) return 'accent'
    return Math.hypot(x, y + 0.15) < 0.47 ? 'body' : 'behind'
  },
  device: (x, y) => {
    if (!inBox(x, y, -0.4, -0.72, 0.4, 0.72)) return 'behind'
    return inBox(x, y, -0.32, -0.55, 0.32, 0.45) || Math.hypot(x, y - 0.58) < 0.06 ? 'accent' : 'body'
  },
  round: (x, y) => {
    const ring = Math.hypot(x, y)
    if (ring > 0.6) return 'behind'
    return ring > 0.36 && ring < 0.46 ? 'accent' : 'body'
  },
  cloth: (x, y) => {
    if (!inBox(x, y, -0.62, -0.62, 0.62, 0.62)) return 'behind'
    return Math.sin((x + y) * 14) * Math.sin((x - y) * 14) > 0.1 ? 'accent' : 'body'
  },
} satisfies Record<string, Draw>

export type Shape = keyof typeof SHAPES

/**
 * A picture of a product as PNG bytes: its outline on a gradient. Made here so that the repository holds no binary files.
 * @param hue of the thing, 0-359; what is behind it is paler
 */
export function drawPicture(shape: Shape, hue: number): Uint8Array<ArrayBuffer> {
  const draw: Draw = SHAPES[shape]
  const body = colourOf(hue, 0.55, 0.42)
  const accent = colourOf(hue + 40, 0.7, 0.68)
  const rows = Buffer.alloc(SIDE * (1 + SIDE * 3))
  for (let row = 0; row < SIDE; row++) {
    const y = (row / SIDE) * 2 - 1
    const behind = colourOf(hue + 15 * y, 0.35, 0.9 - 0.08 * y)
    for (let column = 0; column < SIDE; column++) {
      const at = draw((column / SIDE) * 2 - 1, y)
      rows.set(at === 'body' ? body : at === 'accent' ? accent : behind, row * (1 + SIDE * 3) + 1 + column * 3)
    }
  }
  return encodePng(rows)
}

function colourOf(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const part = (n: number) => {
    const k = (n + hue / 30 + 12) % 12
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [part(0), part(8), part(4)]
}

/** Rows of 8-bit RGB, each after its filter byte, as a PNG file. */
function encodePng(rows: Buffer): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIDE, 0)
  header.writeUInt32BE(SIDE, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const file = [signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat(file))
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  const check = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
