import { colourOf } from './colour.ts'
import { encodePng } from './png.ts'
import { type Draw, SHAPES, type Shape } from './shapes.ts'

const SIDE = 480

/**
 * A picture of a product as PNG bytes: its outline on a gradient. The code draws it, so that the repository holds no
 * binary files.
 * @param hue of the thing, 0-359; the background is paler
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
  return encodePng(rows, SIDE, SIDE)
}
