export type Colour = readonly [red: number, green: number, blue: number]

/** @param hue 0-359 */
export function colourOf(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const part = (n: number) => {
    const k = (n + hue / 30 + 12) % 12
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [part(0), part(8), part(4)]
}
