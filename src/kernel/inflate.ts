import { inflateSync } from 'node:zlib'

/**
 * workerd unpacks in pieces of some tens of KiB, and refuses data that leaves no room for one more piece. So the
 * runtime gets a bound far above `most`, and `inflateWithin` compares the length itself.
 */
const ROOM_BYTES = 1024 * 1024

/**
 * Unpacks zlib data (RFC 1950) of at most `most` bytes.
 * @returns 'more' if it unpacks to more, undefined if it is broken
 */
export function inflateWithin(data: Uint8Array, most: number): Uint8Array | 'more' | undefined {
  try {
    const unpacked = inflateSync(data, { maxOutputLength: Math.max(0, most) + ROOM_BYTES })
    return unpacked.byteLength > most ? 'more' : unpacked
  } catch (error) {
    // Past the bound, Node and workerd throw errors of the same class with different codes.
    return error instanceof RangeError ? 'more' : undefined
  }
}
