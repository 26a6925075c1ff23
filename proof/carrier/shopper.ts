import { env } from 'cloudflare:workers'
import type { Random } from '#testing/random.ts'
import { approve, until } from '#testing/sandbox.ts'
import type { Answer, Product } from './door.ts'
import type { Figures } from './figures.ts'
import type { Market } from './market.ts'

/** An act of a person takes time: it yields the seconds, and returns its outcome. */
export type Act<T = void> = AsyncGenerator<number, T>
/** A request of somebody who expects no refusal; a picture is fetched without a token, as an image of a page is. */
export type Ask = (method: string, path: string, body?: unknown) => Act<Answer>

/** Somebody at the market with a phone, which keeps every picture that it once had. */
export class Shopper {
  readonly #market: Market
  readonly #ask: Ask
  readonly #random: Random
  readonly #figures: Figures
  readonly #kept = new Set<string>()
  #seen: Product[] = []
  #isStarted = false

  constructor(market: Market, ask: Ask, random: Random, figures: Figures) {
    this.#market = market
    this.#ask = ask
    this.#random = random
    this.#figures = figures
  }

  /** Lists of twenty with their pictures, a search among them, and now and then a product, its like and its shop. */
  async *browse(pages: number): Act {
    if (!this.#isStarted) yield* this.#ask('GET', '/config')
    this.#isStarted = true
    for (let page = 1; page <= pages; page++) {
      const isSearch = this.#random.chance(0.3)
      const about = isSearch
        ? `search=${encodeURIComponent(this.#random.pick(this.#market.words))}`
        : `page=${2 - (page % 2)}`
      yield* this.#list(about)
      yield 5 + this.#random.below(20)
      if (this.#random.chance(0.4)) yield* this.#open(this.#random.pick(this.#seen))
    }
  }

  /** One or two products into the cart, which is priced, ordered and paid. */
  async *buy(payerPhoneNumber: string): Act {
    const { shopping } = this.#figures
    const bought = [...new Set([this.#random.pick(this.#seen), this.#random.pick(this.#seen)])]
    for (const product of bought) {
      const { variants = [] } = yield* this.#open(product)
      yield* this.#ask('POST', '/cart/items', { variantId: variants[0]?.id, quantity: 1 + this.#random.below(3) })
    }
    yield* this.#ask('GET', '/cart')
    shopping.carts++
    const { data: quote } = yield* this.#ask('POST', '/cart/quote', { fulfillmentMethod: 'PICKUP' })
    yield 15
    const { data: placed } = yield* this.#ask('POST', '/orders/checkout', {
      ...{ quoteId: quote.quoteId, paymentMethod: 'MOBILE_MONEY' },
      ...{ payerPhoneNumber, network: 'airtel', countryCode: 'CD' },
    })
    shopping.ordered++
    yield 20
    await approve(payerPhoneNumber)
    await allIsSent()
    const { data } = yield* this.#ask('GET', `/orders/checkout/${placed.checkoutId}`)
    if (data.orders?.every(({ paymentStatus }) => paymentStatus === 'PAID')) shopping.paid++
  }

  async *#list(about: string): Act {
    this.#figures.shopping.lists++
    const { data } = yield* this.#ask('GET', `/products?limit=20&${about}`)
    this.#seen = data.products?.length ? data.products : this.#seen
    for (const { images } of data.products ?? []) yield* this.#picture(images[0]?.url, 160)
  }

  async *#open({ id, shopId }: Product): Act<Product> {
    this.#figures.shopping.details++
    const { data } = yield* this.#ask('GET', `/products/${id}`)
    yield* this.#picture(data.images?.[0]?.url, 480)
    yield* this.#ask('GET', `/products/${id}/similar`)
    if (this.#random.chance(0.3)) yield* this.#ask('GET', `/seller/shop/${shopId}`)
    yield 10
    return data as Product
  }

  async *#picture(url = '', width: number): Act {
    const path = `${new URL(url).pathname}?w=${width}`
    if (this.#kept.has(path)) return
    this.#kept.add(path)
    this.#figures.shopping.pictures++
    yield* this.#ask('GET', path)
  }
}

/** Callbacks leave messages behind: they go before somebody else's code is looked for. */
const allIsSent = () =>
  until(async () => {
    const waiting = await env.DB.prepare(`SELECT 1 FROM outbox WHERE status = 'PENDING' LIMIT 1`).first()
    return waiting === null
  }, 'all messages left')
