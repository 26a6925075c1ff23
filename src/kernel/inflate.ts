import { inflateSync } from 'node:zlib'

/**
 * workerd unpacks in pieces of some tens of KiB, and refuses what would leave no room for another one. So the bound that the runtime
 * gets is far enough above the one that counts, and the length is compared here.
 */
const ROOM_BYTES = 1024 * 1024

/**
 * Unpacks data (RFC 1950) of at most so many bytes.
 * @returns 'more' where it holds more than that, and undefined where it is broken
 */
export function inflateWithin(data: Uint8Array, most: number): Uint8Array | 'more' | undefined {
  try {
    const unpacked = inflateSync(data, { maxOutputLength: Math.max(0, most) + ROOM_BYTES })
    return unpacked.byteLength > most ? 'more' : unpacked
  } catch (error) {
    // Node and workerd share the class of what passes the bound, not its code.
    return error instanceof RangeError ? 'more' : undefined
  }
}
