import { createHash } from 'node:crypto'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Actor, Ctx } from '#domain/core/context.ts'
import { PayOrder, payOrder } from '#domain/orders/orders/buying/pay.ts'
import { expirePayment } from '#domain/shops/subscriptions/expire-payment.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { checkLaws } from '../simulation/laws/laws.ts'
import type { Market } from '../simulation/market.ts'
import { newSimulation, type Simulation } from '../simulation/simulation.ts'
import { arrive, BOOKS, type Event, type Exploration, next, REST_OF_STATE, speak, type Verdict } from './callbacks.ts'
import { MOVEMENTS } from './movements.ts'

const EVENTS: Event[] = ['succeeded', 'failed', 'pending', 'otherAmount', 'notFound']
const LONGEST = 4

type As = (actor: Actor) => Ctx
type Pair = { references: [string, string]; verdicts: [Verdict, Verdict] }

/** The first payin of an order was refused on the phone, and its buyer tries again: the operator may think better of it. */
async function payins(simulation: Simulation, as: As): Promise<Pair> {
  const [buyer] = simulation.people.buyers as [Actor]
  const first = await MOVEMENTS.payin(simulation, as)
  await arrive(simulation, first, 'failed')
  const payer = { payerPhoneNumber: '0970000012', network: 'airtel', countryCode: 'CD' }
  await payOrder(as(buyer), first, PayOrder.parse(payer))
  return { references: [first, newest(simulation)], verdicts: ['failed', 'pending'] }
}

/** A deposit was given up in silence, and the seller subscribes anew: both may still be paid. */
async function deposits(simulation: Simulation, as: As): Promise<Pair> {
  const first = await MOVEMENTS.deposit(simulation, as)
  simulation.now += 31 * MINUTE_MS
  const { ctx } = speak(simulation, null, { outcome: { kind: 'unknown', detail: 'TIMEOUT' } })
  await expirePayment(ctx, transactionOf(simulation, first))
  const second = await MOVEMENTS.deposit(simulation, as)
  return { references: [first, second], verdicts: ['expired', 'pending'] }
}

export const PAIRS = { payins, deposits }

const newest = ({ store }: Simulation) =>
  store.rows<{ reference: string }>('SELECT reference FROM gateway_transactions ORDER BY rowid DESC LIMIT 1')[0]
    ?.reference ?? ''

const transactionOf = ({ store }: Simulation, reference: string) =>
  store.rows<GatewayTransaction>(
    `SELECT id, gateway, kind, purpose, subject_id AS subjectId, reference, external_id AS externalId, status, state, amount_minor AS amountMinor,
      currency, phone, network, country, sent_at AS sentAt, asked_at AS askedAt, checks, next_check_at AS nextCheckAt, version, created_at AS createdAt
     FROM gateway_transactions WHERE reference = ?`,
    reference,
  )[0] as GatewayTransaction

/**
 * Every order of up to four events about two movements of one payable, equal states merged: every law holds in each state,
 * and the books say what the verdicts were and in which order they came, whatever else was heard in between.
 */
export async function explorePair(market: Market, name: keyof typeof PAIRS): Promise<Exploration> {
  const { store } = market
  const found: Exploration = { sequences: 0, applied: 0, states: 0, breaks: [] }
  store.begin()
  try {
    const simulation = newSimulation(1, market)
    simulation.hasFaults = false
    const { references, verdicts } = await PAIRS[name](simulation, (actor) => speak(simulation, actor).ctx)
    simulation.now += 20 * MINUTE_MS
    const kinds = references.map((reference) => transactionOf(simulation, reference).kind)
    const books = new Map<string, string>()
    const seen = new Map<string, number>()
    const rows = (queries: string[]) =>
      nameless(JSON.stringify(queries.map((sql) => store.run({ sql, params: [] }).rows)))

    async function follow(now: readonly Verdict[], story: string, path: string[]): Promise<void> {
      const said = rows(BOOKS)
      const known = books.get(story)
      if (known === undefined) books.set(story, said)
      else if (known !== said)
        found.breaks.push(`${name} after ${path.join(', ')}: the books of ${story} differ\n${known}\n${said}`)
      const state = createHash('sha1').update(said).update(rows(REST_OF_STATE)).digest('base64')
      const left = LONGEST - path.length
      if (!seen.has(state)) {
        found.states++
        checkLaws(simulation)
        for (const { law, details } of simulation.breaks.splice(0))
          found.breaks.push(`${name} after ${path.join(', ')}: ${law} ${details}`)
      }
      if ((seen.get(state) ?? -1) >= left) return
      seen.set(state, left)
      for (const [i, reference] of references.entries()) {
        for (const event of EVENTS) {
          store.db.exec(`SAVEPOINT d${path.length}`)
          found.sequences++
          found.applied++
          await arrive(simulation, reference, event)
          const after = next(now[i] as Verdict, event, kinds[i] as GatewayTransaction['kind'])
          const moved = after === now[i] ? story : `${story}, ${i + 1} ${after}`
          await follow(now.with(i, after), moved, [...path, `${i + 1} ${event}`])
          store.db.exec(`ROLLBACK TO d${path.length}; RELEASE d${path.length}`)
          if (found.breaks.length > 5) return
        }
      }
    }
    await follow(verdicts, 'begun', [])
  } finally {
    store.forget()
  }
  return found
}

/** Takes the ids out of a text: a thing that is made on the way has another id on another way. */
function nameless(text: string): string {
  const names = new Map<string, string>()
  return text.replace(/[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[89][\da-f]{3}-[\da-f]{12}/g, (id) => {
    const name = names.get(id) ?? `#${names.size}`
    names.set(id, name)
    return name
  })
}
