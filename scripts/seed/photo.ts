import { type Colour, colourOf } from './colour.ts'
import { add, blur, type Field, fieldOf, mapField, type Noise, noiseOf } from './field.ts'
import { encodePng } from './png.ts'
import { SHAPES, type Shape } from './shapes.ts'

const [WIDTH, HEIGHT] = [1080, 810]
/** The row in which the table meets the wall. */
const HORIZON = 300

/**
 * A photo of a product as PNG bytes, always the same for one shape and hue: the thing on a wooden table before a wall,
 * in the light of a window, as detailed as a phone's photo.
 * The photo is drawn here, so that the repository holds no binary files.
 * @param hue of the thing, 0-359
 */
export function takePhoto(shape: Shape, hue: number): Uint8Array<ArrayBuffer> {
  const draw = SHAPES[shape]
  const seen = fieldOf(WIDTH, HEIGHT, (x, y) => {
    const what = draw(((x - WIDTH / 2) / HEIGHT) * 2.1, ((y - HEIGHT / 2) / HEIGHT) * 2.1)
    return what === 'behind' ? 0 : what === 'body' ? 1 : 2
  })
  const body = blur(mapField(seen, Math.sign), 1)
  const accent = blur(
    mapField(seen, (what) => (what === 2 ? 1 : 0)),
    1,
  )
  const scene: Scene = {
    body,
    accent,
    // The thing bulges, and the parts that stand out on it bulge a little more.
    height: add(blur(blur(body, 34), 18), blur(accent, 4), 0.06),
    shadow: blur(blur(body, 30), 30),
    noise: noiseOf(hue + 1),
    colours: { body: colourOf(hue, 0.55, 0.42), accent: colourOf(hue + 40, 0.7, 0.68) },
    wall: colourOf(hue + 180, 0.18, 0.74),
    wood: colourOf(26 + (hue % 12), 0.38, 0.42),
  }
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3))
  for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) expose(scene, x, y, rows)
  return encodePng(rows, WIDTH, HEIGHT)
}

type Scene = {
  body: Field
  accent: Field
  height: Field
  shadow: Field
  noise: Noise
  colours: { body: Colour; accent: Colour }
  wall: Colour
  wood: Colour
}

/** Draws one pixel as a camera sees it: the thing or the background, its light, darker corners, the grain of the sensor. */
function expose(scene: Scene, x: number, y: number, rows: Buffer): void {
  const { body, accent, shadow, noise, colours, wall, wood } = scene
  const i = y * WIDTH + x
  const isTable = y > HORIZON
  const cover = body[i] ?? 0
  const stands = accent[i] ?? 0
  const fallen = shadow[Math.max(0, y - 36) * WIDTH + Math.max(0, x - 30)] ?? 0
  const grain = isTable
    ? 0.81 + 0.3 * noise(x / 260, (y - HORIZON) / 9) + 0.1 * noise(x / 40, y / 3)
    : 0.97 + 0.06 * noise(x / 90, y / 90)
  const light = (1.3 - 0.35 * (x / WIDTH) - 0.1 * (y / HEIGHT)) * (1 - (isTable ? 0.6 : 0.25) * fallen) * grain
  const behind = isTable ? wood : wall
  const lit = cover > 0.01 ? facing(scene.height, i) : 0
  const woven = cover > 0.01 ? 0.83 + 0.2 * noise(x / 6, y / 6) + 0.14 * noise(x / 1.7, y / 1.7) : 0
  const shade = Math.max(0.3, Math.min(1.5, 0.42 + lit)) * woven
  const gloss = 900 * Math.max(0, lit - 0.86) ** 2
  const corner = 1 - 0.5 * (((x - WIDTH / 2) / WIDTH) ** 2 + ((y - HEIGHT / 2) / HEIGHT) ** 2)
  const sensor = 5 * (noise.grain(i) - 0.5)
  const to = y * (1 + WIDTH * 3) + 1 + x * 3
  for (let n = 0; n < 3; n++) {
    const own = colours.body[n] ?? 0
    const thing = (own + ((colours.accent[n] ?? 0) - own) * stands) * shade + gloss
    const there = (behind[n] ?? 0) * light
    rows[to + n] = Math.max(0, Math.min(255, (there + (thing - there) * cover) * corner + sensor))
  }
}

const STEEP = 34

/** The light from the upper left on the slope of the thing at a pixel. */
function facing(height: Field, i: number): number {
  const across = STEEP * ((height[i + 1] ?? 0) - (height[i - 1] ?? 0))
  const down = STEEP * ((height[i + WIDTH] ?? 0) - (height[i - WIDTH] ?? 0))
  return (0.72 + 0.38 * across + 0.44 * down) / Math.sqrt(1 + across * across + down * down)
}
