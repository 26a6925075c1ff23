import type { Random } from '#testing/random.ts'
import { inbox } from '#testing/sandbox.ts'
import type { Life } from './clock.ts'
import { type Answer, ask, solve } from './door.ts'
import type { Figures } from './figures.ts'
import type { Market } from './market.ts'
import { PASSWORD, type Person } from './people.ts'
import { type Act, Shopper } from './shopper.ts'

/** Share of typed values that are mistyped. */
const TYPOS = 0.1
/** A cheap phone solves a challenge in about a second. */
const SOLVING_S = 1

/** A person was refused, and gave up. */
class Refused extends Error {}

/** The hour of one person behind the address. */
export async function* liveHonestly(person: Person, market: Market, random: Random, figures: Figures): Life {
  try {
    yield* new Honest(person, market, random, figures).live()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

class Honest {
  readonly #person: Person
  readonly #random: Random
  readonly #figures: Figures
  readonly #shopper: Shopper

  constructor(person: Person, market: Market, random: Random, figures: Figures) {
    this.#person = person
    this.#random = random
    this.#figures = figures
    const asks = (method: string, path: string, body?: unknown) => this.#asks(method, path, body)
    this.#shopper = new Shopper(market, asks, random, figures)
  }

  async *live(): Act {
    const { kind } = this.#person
    if (kind === 'session') return yield* this.#comeBack()
    if (kind === 'new') return yield* this.#join()
    const isOften = kind.startsWith('attacked')
    for (let visit = 0; visit < (isOften ? 5 : 1); visit++) {
      yield* this.#shopper.browse(2)
      if (kind === 'newPhoneAttacked') yield* this.#signInAsTheyCan()
      else if (kind.endsWith('Code') || kind === 'code') yield* this.#signInByCode()
      else yield* this.#signInByPassword()
      yield* this.#shopAround(2)
      if (!isOften) return
      yield* this.#signOut()
      yield 420
    }
  }

  /** The session of yesterday goes on; of some refreshes the answer is lost, and the same token is sent again. */
  async *#comeBack(): Act {
    const { device } = this.#person
    for (let quarter = 0; quarter < 2; quarter++) {
      const isLost = this.#random.chance(0.05)
      this.#expect(await device.refresh({ isLost }), 'refresh')
      if (isLost) {
        yield 31
        this.#expect(await device.refresh(), 'refresh')
      }
      yield* this.#does('GET', '/auth/me')
      yield* this.#shopAround(3)
      yield 900
    }
  }

  async *#join(): Act {
    const { email, phone } = this.#person
    yield* this.#shopper.browse(2)
    const account = { name: 'Aline Mapendo', email, password: PASSWORD, role: 'BUYER' }
    yield* this.#does('POST', '/auth/create-account', account)
    yield* this.#typesCode('/auth/verify-email', await this.#newestCode(email), { email })
    yield* this.#signInByPassword()
    yield* this.#does('POST', '/users/phone/request', { phone })
    yield* this.#typesCode('/users/phone/verify', await this.#newestCode(phone))
    yield* this.#shopAround(2)
  }

  async *#signInByPassword(): Act {
    const { email } = this.#person
    const path = '/auth/login/password'
    while (this.#mistypes()) {
      yield* this.#does('POST', path, { email, password: `${PASSWORD}e` }, 'INVALID_CREDENTIALS')
      yield 8
    }
    yield* this.#does('POST', path, { email, password: PASSWORD })
    yield* this.#does('GET', '/auth/me')
  }

  /** Whoever is told that the password was tried too often has a code mailed, as the refusal says. */
  async *#signInAsTheyCan(): Act {
    const { email } = this.#person
    const { status } = yield* this.#does(
      'POST',
      '/auth/login/password',
      { email, password: PASSWORD },
      'TOO_MANY_REQUESTS',
    )
    if (status === 200) return
    this.#figures.honest.kept++
    yield* this.#signInByCode()
  }

  async *#signInByCode(): Act {
    const { email } = this.#person
    yield* this.#does('POST', '/auth/login/request-otp', { email })
    this.#figures.mailOfOwner(email)
    yield* this.#typesCode('/auth/login/verify-otp', await this.#newestCode(email), { email })
    yield* this.#does('GET', '/auth/me')
  }

  async *#signOut(): Act {
    const { device } = this.#person
    yield* this.#does('POST', '/auth/logout', device.refreshToken ? { refreshToken: device.refreshToken } : {})
    device.forgetSession()
  }

  /** The code comes after a while, and is typed wrong once in ten times, at most twice. */
  async *#typesCode(path: string, code: string, more: Record<string, string> = {}): Act {
    yield 20 + this.#random.below(30)
    for (let wrong = 0; wrong < 2 && this.#mistypes(); wrong++) {
      yield* this.#does('POST', path, { ...more, code: swapped(code) }, 'INVALID_VERIFICATION_CODE')
      yield 8
    }
    yield* this.#does('POST', path, { ...more, code })
  }

  /** Somebody who is signed in looks around; one in sixteen buys. */
  async *#shopAround(pages: number): Act {
    yield* this.#shopper.browse(pages)
    if (this.#random.chance(1 / 16)) yield* this.#shopper.buy(this.#person.payer)
  }

  /** A picture is asked for without a token, as an image of a page is. */
  async *#asks(method: string, path: string, body?: unknown): Act<Answer> {
    if (path.startsWith('/api/')) return this.#expect(await ask({ method, path, headers: {} }), '/media')
    return yield* this.#does(method, path, body)
  }

  #mistypes(): boolean {
    const isTypo = this.#random.chance(TYPOS)
    if (isTypo) this.#figures.honest.typos++
    return isTypo
  }

  async #newestCode(to: string): Promise<string> {
    const found = (await inbox(to)).find(({ code }) => code !== null)
    if (!found?.code) throw new Error(`no code came for ${to}`)
    return found.code
  }

  /** A request. Whoever is asked for a challenge solves it and asks once more; nobody repeats anything else. */
  async *#does(method: string, path: string, body?: unknown, mistake?: string): Act<Answer> {
    const { device } = this.#person
    const first = await device.send(method, path, body)
    if (first.reason !== 'CHALLENGE_REQUIRED') return this.#expect(first, path, mistake)
    this.#figures.challengedHonest(this.#person.email)
    const challenge = await device.send('GET', '/auth/challenge')
    this.#expect(challenge, '/auth/challenge')
    yield SOLVING_S
    const solution = await solve(challenge.data)
    return this.#expect(await device.send(method, path, body, { 'x-challenge': solution }), path, mistake)
  }

  #expect(answer: Answer, path: string, mistake = ''): Answer {
    const { honest } = this.#figures
    honest.requests++
    if (answer.status < 400 || answer.reason === mistake) return answer
    const { status, reason, message } = answer
    honest.refusals.push(`${this.#person.kind} ${path.split('?')[0]}: ${status} ${reason} ${message}`)
    throw new Refused(reason)
  }
}

/** Two neighbours change places, or the last digit is another one. */
function swapped(code: string): string {
  const [a = '', b = '', ...rest] = code
  return a === b ? code.slice(0, 5) + ((Number(code[5]) + 1) % 10) : [b, a, ...rest].join('')
}
