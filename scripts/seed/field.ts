/** A number for each pixel, row by row. */
export type Field = Float32Array & { width: number }

export function fieldOf(width: number, height: number, at: (x: number, y: number) => number): Field {
  const field = Object.assign(new Float32Array(width * height), { width })
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) field[y * width + x] = at(x, y)
  return field
}

export const mapField = (field: Field, to: (value: number) => number): Field =>
  Object.assign(field.map(to), { width: field.width })

/** Adds `share` of the second field to the first. */
export function add(field: Field, other: Field, share: number): Field {
  return Object.assign(
    field.map((value, i) => value + share * (other[i] ?? 0)),
    { width: field.width },
  )
}

/** The mean of the square around each pixel; the square reaches `reach` pixels to each side. */
export function blur(field: Field, reach: number): Field {
  const { width } = field
  const height = field.length / width
  const across = new Float32Array(field.length)
  for (let y = 0; y < height; y++) slide(field, across, { from: y * width, step: 1, count: width, reach })
  const both = new Float32Array(field.length)
  for (let x = 0; x < width; x++) slide(across, both, { from: x, step: width, count: height, reach })
  return Object.assign(both, { width })
}

type Line = { from: number; step: number; count: number; reach: number }

/** Writes the mean along one line; beyond an end of the line, the value at that end counts. */
function slide(source: Float32Array, target: Float32Array, { from, step, count, reach }: Line): void {
  const last = from + (count - 1) * step
  const [first = 0, end = 0] = [source[from], source[last]]
  let sum = first * reach
  for (let i = 0; i <= reach; i++) sum += source[from + i * step] ?? 0
  for (let i = 0; i < count; i++) {
    target[from + i * step] = sum / (2 * reach + 1)
    sum += i + reach + 1 < count ? (source[from + (i + reach + 1) * step] ?? 0) : end
    sum -= i >= reach ? (source[from + (i - reach) * step] ?? 0) : first
  }
}

const SIDE = 256

/** Smooth noise from 0 to 1, and a grain for each number. */
export type Noise = ((x: number, y: number) => number) & { grain(i: number): number }

/** Makes noise; the same seed gives the same noise. */
export function noiseOf(seed: number): Noise {
  const tile = new Float32Array(SIDE * SIDE)
  let state = seed * 2654435761
  for (let i = 0; i < tile.length; i++) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    tile[i] = ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
  const grain = (i: number) => tile[i & (SIDE * SIDE - 1)] ?? 0
  const smooth = (x: number, y: number) => {
    const left = Math.floor(x)
    const top = Math.floor(y)
    const a = (left & (SIDE - 1)) | ((top & (SIDE - 1)) << 8)
    const b = ((left + 1) & (SIDE - 1)) | ((top & (SIDE - 1)) << 8)
    const upper = grain(a) + (grain(b) - grain(a)) * (x - left)
    const lower = grain(a + SIDE) + (grain(b + SIDE) - grain(a + SIDE)) * (x - left)
    return upper + (lower - upper) * (y - top)
  }
  return Object.assign(smooth, { grain })
}
