import { Buffer } from 'node:buffer'
import { v7 } from 'uuid'

/** The source of new ids and codes. The context holds it, so that a simulation can replay a history exactly. */
export type Ids = {
  /** UUIDv7: ids of our own things sort by the time they were made. */
  v7(): string
  /** UUIDv4: ids that every gateway accepts. */
  v4(): string
  /** A random code of decimal digits. */
  digits(length: number): string
  /** 32 random bytes, base64url. */
  secret(): string
}

/** Ids for the running service, from the platform's own randomness. */
export const platformIds = (now: number): Ids => ({
  v7: () => v7({ msecs: now }),
  v4: () => crypto.randomUUID(),
  digits: (length) => {
    // Each digit comes from its own byte. Bytes 250-255 are refused, so that no digit is likelier than another.
    let code = ''
    while (code.length < length) {
      const byte = crypto.getRandomValues(new Uint8Array(1))[0] ?? 255
      if (byte < 250) code += byte % 10
    }
    return code
  },
  secret: () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'),
})

/** A text that sorts above every UUIDv7 made before `at` (ms), and below every other UUIDv7. */
export const leastIdAt = (at: number) => at.toString(16).padStart(12, '0').replace(/.{8}/, '$&-')
