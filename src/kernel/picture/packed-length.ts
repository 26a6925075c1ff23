/** Bits of a packed stream, the lowest of each byte first; behind its end they are zeros, and `isOver`. */
class Bits {
  /** What reading cost so far: symbols read, and what it took to fill the tables that say what they mean. */
  work = 0
  private held = 0
  private count = 0
  private readonly data: Uint8Array
  private at: number

  constructor(data: Uint8Array, at: number) {
    this.data = data
    this.at = at
  }

  get isOver(): boolean {
    return this.at - (this.count >> 3) > this.data.byteLength
  }

  take(bits: number): number {
    this.fill(bits)
    const value = this.held & ((1 << bits) - 1)
    this.held >>>= bits
    this.count -= bits
    return value
  }

  /** The next symbol of a code, or undefined where there is none. */
  next({ table, most }: Code): number | undefined {
    this.fill(most)
    const entry = table[this.held & ((1 << most) - 1)] ?? 0
    const bits = entry & 15
    this.held >>>= bits
    this.count -= bits
    this.work++
    return bits === 0 ? undefined : entry >> 4
  }

  /** Passes a block that is not packed, and answers how long it is. */
  skipStored(): number {
    this.at -= this.count >> 3
    this.held = this.count = 0
    const length = (this.data[this.at] ?? 0) + 256 * (this.data[this.at + 1] ?? 0)
    this.at += 4 + length
    this.work++
    return length
  }

  private fill(bits: number): void {
    for (; this.count < bits; this.count += 8) this.held |= (this.data[this.at++] ?? 0) << this.count
  }
}

/** What the next bits mean: `symbol << 4 | bits` for each value of the most bits that a symbol has; 0 means nothing. */
type Code = { table: Uint16Array; most: number }

/** The code that these lengths make, in their order (RFC 1951, 3.2.2). */
function codeOf(lengths: number[], bits: Bits): Code {
  const most = Math.max(1, ...lengths)
  const table = new Uint16Array(1 << most)
  bits.work += table.length + lengths.length * most
  let code = 0
  for (let length = 1; length <= most; length++, code <<= 1)
    for (const [symbol, own] of lengths.entries()) {
      if (own !== length) continue
      const step = 1 << length
      for (let place = reversed(code++, length); place < table.length; place += step)
        table[place] = (symbol << 4) | length
    }
  return { table, most }
}

function reversed(code: number, length: number): number {
  let result = 0
  for (let i = 0; i < length; i++) result |= ((code >> i) & 1) << (length - 1 - i)
  return result
}

/** In what order a block says how the lengths of its codes are packed. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** The two codes of a block: of bytes and lengths, and of distances. */
function codesOf(bits: Bits, isFixed: boolean): [Code, Code] | undefined {
  if (isFixed) {
    const lengths = Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8))
    return [codeOf(lengths, bits), codeOf(Array<number>(30).fill(5), bits)]
  }
  const [literals, distances, ordered] = [bits.take(5) + 257, bits.take(5) + 1, bits.take(4) + 4]
  const own = Array<number>(19).fill(0)
  for (const symbol of ORDER.slice(0, ordered)) own[symbol] = bits.take(3)
  const code = codeOf(own, bits)
  const lengths: number[] = []
  while (lengths.length < literals + distances) {
    const symbol = bits.next(code)
    if (symbol === undefined || (symbol === 16 && lengths.length === 0)) return undefined
    if (symbol < 16) lengths.push(symbol)
    else {
      const again = symbol === 16 ? bits.take(2) + 3 : symbol === 17 ? bits.take(3) + 3 : bits.take(7) + 11
      lengths.push(...Array<number>(again).fill(symbol === 16 ? (lengths.at(-1) as number) : 0))
    }
  }
  return [codeOf(lengths.slice(0, literals), bits), codeOf(lengths.slice(literals, literals + distances), bits)]
}

/** What the shortest copy of each symbol from 257 on is long, and how many bits may add to it. */
const COPIES = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]
const bitsOfCopy = (at: number) => (at < 8 || at === 28 ? 0 : (at >> 2) - 1)
const bitsOfDistance = (symbol: number) => (symbol < 4 ? 0 : (symbol >> 1) - 1)

/** So much is read, some ten milliseconds' worth. */
const MOST_WORK = 2_000_000

/**
 * How many bytes packed data (RFC 1950) unpacks to, told without unpacking it: lengths are added up and nothing is
 * written, so that a bomb costs neither the time nor the memory that it is made to cost.
 * @returns the bytes, and whether that is all of them: counting ends behind `most`, and where reading costs too much, as
 *   it does for what is packed little; undefined for data that is broken
 */
export function packedLength(data: Uint8Array, most: number): { bytes: number; isAll: boolean } | undefined {
  const bits = new Bits(data, 2)
  let bytes = 0
  for (let isLast = 0; !isLast; ) {
    isLast = bits.take(1)
    const kind = bits.take(2)
    if (kind === 3) return undefined
    const codes = kind === 0 ? undefined : codesOf(bits, kind === 1)
    if (kind === 0) bytes += bits.skipStored()
    else if (!codes) return undefined
    while (codes) {
      const symbol = bits.next(codes[0])
      if (symbol === undefined || symbol > 285 || bits.isOver) return undefined
      if (symbol === 256) break
      bytes++
      if (symbol > 256) {
        bytes += (COPIES[symbol - 257] as number) + bits.take(bitsOfCopy(symbol - 257)) - 1
        const distance = bits.next(codes[1])
        if (distance === undefined || distance > 29) return undefined
        bits.take(bitsOfDistance(distance))
      }
      if (bytes > most || bits.work > MOST_WORK) return { bytes, isAll: false }
    }
    if (bits.isOver) return undefined
    if (bytes > most || bits.work > MOST_WORK) return { bytes, isAll: false }
  }
  return { bytes, isAll: true }
}
