import { env } from 'cloudflare:workers'
import type { Answer, Cost } from './door.ts'

type Refusals = { count: number; most: Cost; sum: Cost }
const nothing = (): Cost => ({ d1: 0, reads: 0, writes: 0 })

/** Figures that are counted in the hour. */
export class Figures {
  readonly honest = {
    people: 0,
    requests: 0,
    typos: 0,
    refusals: [] as string[],
    /** Owners whose password strangers had used up, who went in by another way. */
    kept: 0,
    challenges: 0,
    challenged: new Set<string>(),
  }
  readonly attackers = {
    requests: 0,
    guesses: 0,
    registrations: 0,
    smsRequests: 0,
    solved: 0,
    /** Guesses that were right. */
    opened: 0,
    registered: 0,
    smsAccepted: { ofGuests: 0, ofAccounts: new Map<string, number>() },
  }
  readonly shopping = { lists: 0, details: 0, pictures: 0, carts: 0, ordered: 0, paid: 0 }
  readonly machines = { requests: 0, scraped: 0, inVain: 0, challenges: 0, refused: 0 }
  /** Guesses that reached a comparison, by the account that was guessed at, and codes by the address that guessed too. */
  readonly compared = { password: new Map<string, number>(), code: new Map<string, number>() }
  readonly #refused = new Map<string, Refusals>()
  /** Addresses of owners at whom machines guess from several networks. */
  readonly underFire = new Set<string>()
  readonly #ownMails = new Map<string, number>()

  challengedHonest(email: string): void {
    this.honest.challenges++
    this.honest.challenged.add(email)
  }

  /** Login codes that the owner of an address had sent. */
  mailOfOwner(email: string): void {
    add(this.#ownMails, email)
  }

  /** Counts the cost of a refused request of an attacker. */
  refused({ reason, status, cost }: Answer): void {
    const known = this.#refused.get(`${status} ${reason}`) ?? { count: 0, most: nothing(), sum: nothing() }
    known.count++
    for (const part of ['d1', 'reads', 'writes'] as const) {
      known.most[part] = Math.max(known.most[part], cost[part])
      known.sum[part] += cost[part]
    }
    this.#refused.set(`${status} ${reason}`, known)
  }

  /** The messages of the hour as the service wrote them, without those that go to nobody, or to a shop. */
  async messages(begin: number) {
    const rows = async (sql: string) =>
      (await env.DB.prepare(sql).bind(begin).all<{ recipient: string; kind: string; n: number }>()).results
    const mails = await rows(`SELECT recipient, kind, count(*) AS n FROM outbox
      WHERE channel = 'EMAIL' AND created_at >= ? AND (recipient LIKE '%@carrier.example' OR recipient LIKE '%@machine.example')
      GROUP BY recipient, kind`)
    const sms = await rows(`SELECT recipient, '' AS kind, count(*) AS n FROM outbox
      WHERE channel = 'SMS' AND created_at >= ? AND recipient <> '' GROUP BY recipient`)
    return {
      mails: sum(mails.map(({ n }) => n)),
      /** Most mails of one kind to one address that nobody there asked for. */
      mostMailsOfStrangers: this.#mostOfStrangers(mails.filter(({ recipient }) => !this.underFire.has(recipient))),
      mostMailsUnderFire: this.#mostOfStrangers(mails.filter(({ recipient }) => this.underFire.has(recipient))),
      kinds: [...new Set(mails.map(({ kind }) => kind))],
      sms: sum(sms.map(({ n }) => n)),
      mostSmsOfNumber: most(sms.map(({ n }) => n)),
    }
  }

  #mostOfStrangers(mails: { recipient: string; kind: string; n: number }[]): number {
    return most(
      mails.map(({ recipient, kind, n }) => n - (kind === 'code.login' ? (this.#ownMails.get(recipient) ?? 0) : 0)),
    )
  }

  refusals() {
    return [...this.#refused].map(([what, { count, most: worst, sum: all }]) => {
      const mean = (part: keyof Cost) => `${(all[part] / count).toFixed(3)} (most ${worst[part]})`
      return { what, count, d1: mean('d1'), reads: mean('reads'), writes: mean('writes') }
    })
  }
}

export const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
export const sum = (counts: Iterable<number>) => [...counts].reduce((all, one) => all + one, 0)
export const most = (counts: Iterable<number>) => Math.max(0, ...counts)
