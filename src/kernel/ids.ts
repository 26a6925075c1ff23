import { Buffer } from 'node:buffer'
import { v7 } from 'uuid'
import { Defect } from './defect.ts'

/**
 * The source of new ids and codes. The context holds it, so that a simulation can replay a history exactly. The last two digits of an id's
 * fourth group say the shard of its thing, `xxxxxxxx-xxxx-7xxx-8x00-xxxxxxxxxxxx`; the last twelve, which tags use, are random (decision 18).
 */
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

/** Ids of a context for things of this shard (0 to 255), from the platform's own randomness. */
export const platformIds = (now: number, shard: number): Ids => ({
  v7: counting(now, shard),
  v4: () => inShard(crypto.randomUUID(), shard),
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

/** The first place: it leaves room for a hundred thousand ids before they start again at zero. */
const FIRST = 2 ** 17 - 1

/**
 * UUIDv7s of one context: each counts one further in the 18 bits before the shard, from a random place. They sort as they were made, and no
 * two begin with the same 24 characters, which is all that tells apart two notices of a commit to one person.
 */
function counting(now: number, shard: number): () => string {
  let place: number | undefined
  return () => {
    const random = crypto.getRandomValues(new Uint8Array(16))
    place =
      place === undefined
        ? FIRST & (((random[6] ?? 0) << 16) | ((random[7] ?? 0) << 8) | (random[8] ?? 0))
        : (place + 1) % 2 ** 18
    return v7({ msecs: now, seq: (place << 14) | (shard << 6) | ((random[9] ?? 0) & 0x3f), random })
  }
}

const SHARD_AT = 21

/** A UUID with the digits of a shard in place of its own. */
export const inShard = (uuid: string, shard: number): string =>
  uuid.slice(0, SHARD_AT) + shard.toString(16).padStart(2, '0') + uuid.slice(SHARD_AT + 2)

/** The shard of the database that keeps a thing, by its id: 0 to 255. @throws Defect for a text that is no id */
export function shardOf(id: string): number {
  const shard = /^[\da-f]{8}(-[\da-f]{4}){3}-/.test(id)
    ? Number.parseInt(id.slice(SHARD_AT, SHARD_AT + 2), 16)
    : undefined
  if (shard === undefined) throw new Defect('a text that is no id has no shard')
  return shard
}

/** A text that sorts above every UUIDv7 made before `at` (ms), and below every other UUIDv7. */
export const leastIdAt = (at: number) => at.toString(16).padStart(12, '0').replace(/.{8}/, '$&-')
