import type { Actor, Ctx } from '#domain/core/context.ts'
import type { Callback } from '../gateways/movements.ts'
import type { Simulation } from '../simulation.ts'

/** One request, job or callback that is about to start. */
export type Plan = {
  label: string
  as: Actor | null
  args: unknown
  run: (ctx: Ctx) => Promise<unknown>
  /** The Idempotency-Key of the request. */
  key?: string
  /** The clock goes on while it calls outside. */
  takesTime?: boolean
}
/** An act that somebody does now and then; undefined when there is nothing to do it to. */
export type Command = { weight: number; plan: (simulation: Simulation, callback?: Callback) => Plan[] | undefined }
export type Commands = Record<string, Command>

export const act = (label: string, as: Actor | null, args: unknown, run: Plan['run']): Plan[] => [
  { label, as, args, run },
]

export const pickFrom = <T>({ random }: Pick<Simulation, 'random'>, rows: readonly T[]): T | undefined =>
  rows.length > 0 ? random.pick(rows) : undefined

/** A plan that the office added meanwhile. */
export const aNewPlan = (simulation: Simulation): string | undefined =>
  pickFrom(simulation, simulation.store.look<{ id: string }>("SELECT id FROM plans WHERE name = 'Essai' ORDER BY id"))
    ?.id

export type OrderCard = {
  id: string
  status: string
  buyer: string
  seller: string
  method: string
  job: string | null
  jobStatus: string | null
  rider: string | null
}
const CARDS = `
  SELECT o.id, o.status, o.buyer_id AS buyer, o.seller_profile_id AS seller, o.fulfillment_method AS method,
    d.id AS job, d.status AS jobStatus, d.rider_id AS rider
  FROM orders o LEFT JOIN deliveries d ON d.order_id = o.id ORDER BY o.id DESC LIMIT 20`

/** An order that somebody means: mostly one in these states, now and then any. */
export function pickOrder(simulation: Simulation, isMeant: (order: OrderCard) => boolean): OrderCard | undefined {
  const all = simulation.store.look<OrderCard>(CARDS)
  const meant = all.filter(isMeant)
  return pickFrom(
    simulation,
    meant.length > 0 && simulation.random.chance(0.93) ? meant : simulation.random.chance(0.15) ? all : [],
  )
}

/** The one who may, or now and then somebody else of the same kind. */
export const owner = (simulation: Simulation, all: Actor[], isIt: (actor: Actor) => boolean): Actor =>
  (simulation.random.chance(0.97) && all.find(isIt)) || simulation.random.pick(all)

export const PHONES = ['0810000011', '0970000012', '0840000013']
export const payer = (simulation: Simulation) =>
  simulation.random.chance(0.2)
    ? { payerPhoneNumber: '0780000014', network: 'mtn', countryCode: 'RW' as const }
    : {
        payerPhoneNumber: simulation.random.pick(PHONES),
        network: simulation.random.pick(['vodacom', 'airtel']),
        countryCode: 'CD' as const,
      }

/** The code of the last message to somebody that says this; now and then a wrong one. */
export function codeFrom(simulation: Simulation, to: string, words: string): string | undefined {
  if (simulation.random.chance(0.08)) return '000000'
  return simulation.inbox.findLast((mail) => mail.to === to && mail.text.includes(words))?.text.slice(0, 6)
}
