/** Reads the bits of a packed stream, the lowest of each byte first. Behind the end all bits are zero, and `isOver` is true. */
class Bits {
  /** Cost of reading so far: symbols read, and the effort to fill the tables of codes. */
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

  /** Reads the next symbol of a code; undefined if the bits mean no symbol. */
  next({ table, most }: Code): number | undefined {
    this.fill(most)
    const entry = table[this.held & ((1 << most) - 1)] ?? 0
    const bits = entry & 15
    this.held >>>= bits
    this.count -= bits
    this.work++
    return bits === 0 ? undefined : entry >> 4
  }

  /** Skips a block that is not packed, and returns its length in bytes. */
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

/** A code of symbols: `symbol << 4 | bits` for each value of `most` bits, the most that a symbol has; 0 means no symbol. */
type Code = { table: Uint16Array; most: number }

/** Builds the code of these lengths, in the order of their symbols (RFC 1951, 3.2.2). */
function codeOf(lengths: number[], bits: Bits): Code {
  const most = Math.max(1, ...lengths)
  const table = new Uint16Array(1 << most)
  bits.work += table.length + lengths.length * most
  let code = 0
  for (let length = 1; length <= most; length++, code <<= 1)
    for (const [symbol, own] of lengths.entries()) {
      if (own !== length) continue
      const step = 1 << length
      for (let place = reverseBits(code++, length); place < table.length; place += step)
        table[place] = (symbol << 4) | length
    }
  return { table, most }
}

function reverseBits(code: number, length: number): number {
  let result = 0
  for (let i = 0; i < length; i++) result |= ((code >> i) & 1) << (length - 1 - i)
  return result
}

/** The order in which a block gives the lengths of the code that packs its other lengths (RFC 1951, 3.2.7). */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** Reads the two codes of a block: of bytes and lengths, and of distances. */
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

/** The shortest copy of each symbol from 257 on, in bytes; `bitsOfCopy` gives the bits that may add to it. */
const COPIES = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]
const bitsOfCopy = (at: number) => (at < 8 || at === 28 ? 0 : (at >> 2) - 1)
const bitsOfDistance = (symbol: number) => (symbol < 4 ? 0 : (symbol >> 1) - 1)

/** Most work before reading stops: some ten milliseconds. */
const MOST_WORK = 2_000_000

/**
 * Counts the bytes that packed data (RFC 1950) unpacks to, without unpacking it: lengths are added up and nothing is
 * written, so a bomb costs neither the time nor the memory that it is made to cost.
 * @returns the bytes, and whether they are all: counting stops above `most`, and if reading costs too much, as for data
 * that is hardly packed; undefined for broken data
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
