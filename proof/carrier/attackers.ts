import type { Random } from '#testing/random.ts'
import { inbox } from '#testing/sandbox.ts'
import type { Life } from './clock.ts'
import { Device } from './device.ts'
import { type Answer, solve } from './door.ts'
import { add, type Figures } from './figures.ts'
import type { Person } from './people.ts'

/** The attackers' hour: from the address of the honest, but for those at new phones, who are elsewhere. */
export type Attack = { guesses: number; registrations: number; smsRequests: number }
/** Accounts that the attackers know of: those under constant fire, others with an account, addresses that nobody has, and owners of new phones. */
export type Targets = { hot: Person[]; known: Person[]; nobody: string[]; onNewPhone: Person[] }

const HOUR_S = 3500
/** Seconds in which the attackers' quick machines solve a challenge. */
const SOLVING_S = 0.1
const PASSWORD = 'Une-machine-8-milliers'
/** Networks of the attackers: each has five wrong codes at an account, and all together less than its thirty of a day. */
const ELSEWHERE = ['102.68.62.9', '105.235.140.7', '41.79.44.21', '154.73.20.5']

/** Everybody who attacks, and when they begin. */
export function attackersOf(attack: Attack, targets: Targets, random: Random, figures: Figures) {
  const bot = (solves: boolean, address?: string) => new Bot(targets, random, figures, solves, address)
  const { guesses, registrations, smsRequests } = attack
  const many = (count: number, life: () => Life) => Array.from({ length: count }, life)
  const part = (whole: number, share: number) => Math.round(whole * share)
  const lives = [
    ...many(4, () => bot(true).guessInBursts(part(guesses, 1 / 8))),
    ...many(5, () => bot(true).guessCodes(part(guesses, 1 / 20))),
    ...many(10, () => bot(false).guessPasswords(part(guesses, 1 / 40))),
    ...many(2, () => bot(true).register(part(registrations, 1 / 5))),
    ...many(3, () => bot(false).register(part(registrations, 1 / 5))),
    ...many(8, () => bot(true).askSmsSignedIn(part(smsRequests, 12 / 200))),
    ...many(2, () => bot(true).askSmsAsGuest(part(smsRequests, 52 / 200))),
    ...ELSEWHERE.map((address) => bot(true, address).standInTheWay()),
  ]
  return lives.map((life) => ({ from: random.below(60), life }))
}

let bots = 0

class Bot {
  readonly #targets: Targets
  readonly #random: Random
  readonly #figures: Figures
  readonly #solves: boolean
  readonly #device: Device
  readonly #name = `machine-${++bots}`

  constructor(targets: Targets, random: Random, figures: Figures, solves: boolean, address?: string) {
    this.#targets = targets
    this.#random = random
    this.#figures = figures
    this.#solves = solves
    this.#device = new Device(false, address)
  }

  /** Eleven passwords at one account in ten seconds: what one address may try at it in a minute, and one more. */
  async *guessInBursts(count: number): Life {
    for (let left = count; left > 0; left -= 11) {
      const { email } = this.#random.pick(this.#targets.hot)
      for (let i = 0; i < Math.min(11, left); i++) {
        yield* this.#guess('password', email)
        yield 0.9
      }
      yield Math.max(0, (HOUR_S * 11) / count - 12)
    }
  }

  async *guessPasswords(count: number): Life {
    for (let i = 0; i < count; i++) {
      yield* this.#guess('password', this.#anyAddress())
      yield HOUR_S / count
    }
  }

  /** Has a code sent, and guesses it until nothing is compared any more. */
  async *guessCodes(count: number): Life {
    for (let left = count; left > 0; left -= 6) {
      const email = this.#anyAddress()
      yield* this.#sends('/auth/login/request-otp', { email })
      for (let i = 0; i < Math.min(6, left); i++) {
        yield* this.#guess('code', email)
        yield 2
      }
      yield Math.max(0, (HOUR_S * 6) / count - 14)
    }
  }

  async *register(count: number): Life {
    for (let i = 0; i < count; i++) {
      const isKnown = this.#random.chance(0.2)
      const email = isKnown ? this.#random.pick(this.#targets.known).email : `${this.#name}-${i}@machine.example`
      yield* this.#registers(email)
      yield HOUR_S / count
    }
  }

  /** An account of their own, and codes to the numbers of strangers. */
  async *askSmsSignedIn(count: number): Life {
    const { smsAccepted } = this.#figures.attackers
    const email = `${this.#name}@machine.example`
    yield* this.#registers(email)
    const code = (await inbox(email)).find((message) => message.code !== null)?.code ?? ''
    yield* this.#sends('/auth/verify-email', { email, code })
    yield* this.#sends('/auth/login/password', { email, password: PASSWORD })
    for (let i = 0; i < count; i++) {
      yield 61 + this.#random.below(120)
      this.#figures.attackers.smsRequests++
      const phone = `24385${String(this.#random.below(30)).padStart(7, '0')}`
      const { status } = yield* this.#sends('/users/phone/request', { phone })
      if (status === 200) add(smsAccepted.ofAccounts, email)
    }
  }

  /** Recoveries of known numbers. */
  async *askSmsAsGuest(count: number): Life {
    const { smsAccepted } = this.#figures.attackers
    for (let i = 0; i < count; i++) {
      const { phone } = this.#random.pick(this.#targets.known)
      this.#figures.attackers.smsRequests++
      const started = yield* this.#sends('/auth/recovery/start', { identifier: phone })
      if (started.status === 200) {
        const { recoveryId } = started.data
        const { status } = yield* this.#sends('/auth/recovery/send-code', { recoveryId, method: 'PHONE' })
        if (status === 200) smsAccepted.ofGuests++
      }
      yield HOUR_S / count
    }
  }

  /** Spends tries, codes and messages of each owner from an address of their own, before the owner comes. */
  async *standInTheWay(): Life {
    for (let round = 0; round < 4; round++) {
      for (const { email, phone } of this.#targets.onNewPhone) {
        for (let i = 0; i < 4; i++) yield* this.#guess('password', email)
        yield* this.#sends('/auth/login/request-otp', { email })
        yield* this.#guess('code', email)
        const started = yield* this.#sends('/auth/recovery/start', { identifier: round % 2 ? phone : email })
        if (started.status !== 200) continue
        yield* this.#sends('/auth/recovery/send-code', { recoveryId: started.data.recoveryId, method: 'PHONE' })
      }
      yield 61
    }
  }

  #anyAddress(): string {
    const { hot, known, nobody } = this.#targets
    const who = this.#random.weighted({ hot: 50, known: 30, nobody: 20 })
    return who === 'nobody' ? this.#random.pick(nobody) : this.#random.pick(who === 'hot' ? hot : known).email
  }

  async *#guess(what: 'password' | 'code', email: string): AsyncGenerator<number, void> {
    const { attackers, compared } = this.#figures
    attackers.guesses++
    const guess = String(this.#random.below(1_000_000)).padStart(6, '0')
    const { status, reason } =
      what === 'password'
        ? yield* this.#sends('/auth/login/password', { email, password: `marche-${guess}` })
        : yield* this.#sends('/auth/login/verify-otp', { email, code: guess })
    if (status === 200) attackers.opened++
    if (status === 200 || reason === 'INVALID_CREDENTIALS' || reason === 'INVALID_VERIFICATION_CODE')
      add(compared[what], what === 'code' ? `${email} ${this.#device.address}` : email)
  }

  async *#registers(email: string): AsyncGenerator<number, void> {
    const { attackers } = this.#figures
    attackers.registrations++
    const account = { name: 'Aline Mapendo', email, password: PASSWORD, role: 'BUYER' }
    const { status } = yield* this.#sends('/auth/create-account', account)
    if (status === 201) attackers.registered++
  }

  async *#sends(path: string, body: object): AsyncGenerator<number, Answer> {
    const { attackers } = this.#figures
    let answer = await this.#device.send('POST', path, body)
    attackers.requests++
    if (answer.reason === 'CHALLENGE_REQUIRED' && this.#solves) {
      const challenge = await this.#device.send('GET', '/auth/challenge')
      attackers.requests++
      if (challenge.status === 200) {
        yield SOLVING_S
        attackers.solved++
        answer = await this.#device.send('POST', path, body, { 'x-challenge': await solve(challenge.data) })
        attackers.requests++
      }
    }
    if (answer.status === 429) this.#figures.refused(answer)
    return answer
  }
}
