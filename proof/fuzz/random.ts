/** A generator of numbers from 0 to 1 that a seed determines (mulberry32). */
export type Random = {
  (): number
  below(bound: number): number
  pick<T>(from: readonly T[]): T
  chance(probability: number): boolean
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return Object.assign(next, {
    below,
    pick: <T>(from: readonly T[]) => from[below(from.length)] as T,
    chance: (probability: number) => next() < probability,
  })
}

/** The seed of one case: of the run's, and of what and the how manieth it is. */
export function seedOf(seed: number, what: string, at: number): number {
  let hash = (seed ^ 0x811c9dc5) >>> 0
  for (const unit of `${what} ${at}`) hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193) >>> 0
  return hash
}
