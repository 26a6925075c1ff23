import type { Random } from '#testing/random.ts'
import type { Life } from './clock.ts'
import { type Answer, ask } from './door.ts'
import type { Figures } from './figures.ts'
import type { Market } from './market.ts'

/** Requests of machines in the hour: for pages and pictures, for orders without a sign-in, for challenges. */
export type Noise = { scraped: number; inVain: number; challenges: number }

const HOUR_S = 3500
/** More of them than the six hundred that an address once had in a minute. */
const CHALLENGES_AT_ONCE = 650

/** Everybody who asks for too much, and when they begin. */
export function machinesOf({ scraped, inVain, challenges }: Noise, market: Market, random: Random, figures: Figures) {
  const machine = new Machine(market, random, figures)
  const minutes = Math.round(challenges / CHALLENGES_AT_ONCE)
  return [
    { from: 1, life: machine.scrape(scraped) },
    { from: 1, life: machine.askInVain(inVain) },
    // Before and after the half, when most people come.
    { from: Math.max(0, 30 - Math.ceil(minutes / 2)) * 60, life: machine.spendChallenges(minutes) },
  ]
}

class Machine {
  readonly #market: Market
  readonly #random: Random
  readonly #figures: Figures

  constructor(market: Market, random: Random, figures: Figures) {
    this.#market = market
    this.#random = random
    this.#figures = figures
  }

  /** The whole market again and again, a hundred requests in a second. */
  async *scrape(count: number): Life {
    const seen = ['/plans']
    for (let i = 0; i < count; i++) {
      if (i % 100 === 99) yield (HOUR_S * 100) / count
      const isList = i % 10 === 0
      const path = isList ? `/products?limit=20&page=${1 + (i % 2)}` : this.#random.pick(seen)
      const { data, status } = await this.#asks(path)
      if (status < 400) this.#figures.machines.scraped++
      if (!isList) continue
      const pictures = (data.products ?? []).map(({ images }) => new URL(images[0]?.url ?? '').pathname)
      const products = (data.products ?? []).map(({ id }) => `/products/${id}`)
      seen.splice(0, seen.length, ...pictures, ...products, ...this.#market.shops.map((id) => `/seller/shop/${id}`))
    }
  }

  async *askInVain(count: number): Life {
    for (let i = 0; i < count; i++) {
      if (i % 50 === 49) yield (HOUR_S * 50) / count
      const { status } = await this.#asks('/orders/me')
      if (status === 401) this.#figures.machines.inVain++
    }
  }

  /** At the beginning of each minute all that an address once had. */
  async *spendChallenges(minutes: number): Life {
    for (let minute = 0; minute < minutes; minute++) {
      for (let i = 0; i < CHALLENGES_AT_ONCE; i++) {
        const { status } = await this.#asks('/auth/challenge')
        if (status === 200) this.#figures.machines.challenges++
      }
      yield 60
    }
  }

  async #asks(path: string): Promise<Answer> {
    const answer = await ask({ method: 'GET', path, headers: {} })
    this.#figures.machines.requests++
    if (answer.status === 429) this.#figures.machines.refused++
    return answer
  }
}
