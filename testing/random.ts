import { type Ids, inShard } from '#kernel/ids.ts'

/** A seeded random (sfc32): one seed gives the same numbers on every machine. */
export type Random = {
  /** From 0 up to, and without, 1. */
  next(): number
  /** A whole number from 0 up to, and without, `n`. */
  below(n: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** The key of a table of weights. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K
  hex(length: number): string
}

export function randomOf(seed: number): Random {
  let [a, b, c, d] = [seed | 0, 0x9e3779b9, 0x243f6a88, 1]
  const next32 = () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return t >>> 0
  }
  for (let i = 0; i < 12; i++) next32()
  const random: Random = {
    next: () => next32() / 4294967296,
    below: (n) => Math.floor(random.next() * n),
    chance: (probability) => random.next() < probability,
    pick: (list) => {
      if (list.length === 0) throw new Error('nothing to pick from')
      return list[random.below(list.length)] as (typeof list)[number]
    },
    weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
      const { keys, upTo, total } = scaleOf(weights)
      const at = random.next() * total
      for (let i = 0; i < keys.length; i++) if (at < (upTo[i] as number)) return keys[i] as K
      return keys[keys.length - 1] as K
    },
    hex: (length) => {
      let text = ''
      while (text.length < length) text += next32().toString(16).padStart(8, '0')
      return text.slice(0, length)
    },
  }
  return random
}

type Scale = { keys: string[]; upTo: number[]; total: number }
const scales = new WeakMap<object, Scale>()
/** The weights of a table, each on top of those before it. */
function scaleOf(weights: Readonly<Record<string, number>>): Scale {
  const known = scales.get(weights)
  if (known) return known
  let total = 0
  const upTo = Object.values(weights).map((weight) => {
    total += weight
    return total
  })
  const scale = { keys: Object.keys(weights), upTo, total }
  scales.set(weights, scale)
  return scale
}

/** Ids of shard 0 from the seed, written as the platform writes them, so that a history replays with the same ones. */
export function idsOf(random: Random, now: () => number): Ids {
  const uuid = (hex: string) =>
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
  let place = 0
  /** Four digits that count on: no two ids of a history begin alike (kernel/ids). */
  const next = () => {
    place = (place + 1) % 2 ** 16
    return place.toString(16).padStart(4, '0')
  }
  return {
    v7: () => {
      const head = next()
      return uuid(
        `${now().toString(16).padStart(12, '0')}7${head.slice(0, 3)}8${head[3]}00${random.hex(20).slice(-12)}`,
      )
    },
    v4: () => inShard(uuid(`${random.hex(12)}4${random.hex(3)}9${random.hex(15)}`), 0),
    digits: (length) => String(random.below(10 ** length)).padStart(length, '0'),
    secret: () => Buffer.from(random.hex(64), 'hex').toString('base64url'),
  }
}
