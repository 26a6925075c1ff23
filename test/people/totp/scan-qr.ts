import { Buffer } from 'node:buffer'
import jsQR from 'jsqr'

const SCALE = 4
const SHAPE =
  /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 (\d+) \1" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\1v\1H0z"\/><path d="((?:M\d+ \d+h1v1h-1z)+)"\/><\/svg>$/

/** The dark modules of a picture in a data URL, on a domain that it paints white itself. */
export function readModules(dataUrl: string): { side: number; dark: [x: number, y: number][] } {
  const [, base64 = ''] = /^data:image\/svg\+xml;base64,([\w+/]+=*)$/.exec(dataUrl) ?? []
  const [, side, path = ''] = SHAPE.exec(Buffer.from(base64, 'base64').toString()) ?? []
  if (!side) throw new Error(`no picture of a QR code: ${dataUrl}`)
  return { side: Number(side), dark: [...path.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]) }
}

/** Reads the text that a phone reads when its camera sees these modules. */
export function readText({ side, dark }: { side: number; dark: [x: number, y: number][] }): string | undefined {
  const width = side * SCALE
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [x, y] of dark) {
    for (let dy = 0; dy < SCALE; dy++) {
      const start = ((y * SCALE + dy) * width + x * SCALE) * 4
      for (let at = start; at < start + SCALE * 4; at += 4) pixels.fill(0, at, at + 3)
    }
  }
  return jsQR(pixels, width, width)?.data
}

export const scan = (dataUrl: string) => readText(readModules(dataUrl))
