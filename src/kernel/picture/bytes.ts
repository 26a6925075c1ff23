export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const asciiAt = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length))

export function concat(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}

/** A picture without metadata, and its size in pixels as stored; `orientation` says how to turn it when it is shown. */
export type CleanPicture = { bytes: Uint8Array; width: number; height: number; orientation?: number }

/** Most parts of one file: cameras and editors write hundreds at most, and each part costs time. */
export const MOST_PARTS = 10_000
