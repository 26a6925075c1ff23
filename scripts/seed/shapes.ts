/** Tells what lies at a point, x and y from -1 to 1, y downwards: the background, the thing, or a part that stands out on it. */
export type Draw = (x: number, y: number) => 'behind' | 'body' | 'accent'

const inBox = (x: number, y: number, left: number, top: number, right: number, bottom: number) =>
  x > left && x < right && y > top && y < bottom

export const SHAPES = {
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
