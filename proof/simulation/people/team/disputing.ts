import type { Actor } from '#domain/core/context.ts'
import { addIncidentEvidence } from '#domain/office/incidents/add-evidence.ts'
import { AnswerIncident, answerIncident } from '#domain/office/incidents/answer.ts'
import { dismissIncident } from '#domain/office/incidents/dismiss.ts'
import { OpenIncident, openIncident } from '#domain/office/incidents/open.ts'
import { ResolveIncident, resolveIncident } from '#domain/office/incidents/resolve.ts'
import { UpdateIncident, updateIncident } from '#domain/office/incidents/update.ts'
import type { Simulation } from '../../simulation.ts'
import { picture } from '../goods.ts'
import { act, type Commands, pickFrom, pickOrder } from '../plan.ts'

const staff = ({ random, people }: Simulation) => random.pick([people.support, ...people.admins])

/** An incident that somebody means: mostly one that is not decided. */
function someIncident(simulation: Simulation) {
  const { random, store } = simulation
  const ended = random.chance(0.1) ? '' : "WHERE i.status IN ('OPEN', 'INVESTIGATING')"
  return pickFrom(
    simulation,
    store.rows<{ id: string; version: number; buyer: string | null; seller: string | null; by: string | null }>(
      `SELECT i.id, i.version, i.opened_by AS "by", o.buyer_id AS buyer, o.seller_profile_id AS seller
       FROM incidents i LEFT JOIN orders o ON o.id = i.order_id ${ended} ORDER BY i.id DESC LIMIT 10`,
    ),
  )
}
type Incident = NonNullable<ReturnType<typeof someIncident>>

/** Picks the reader of an incident, or now and then somebody else. */
function someReader(simulation: Simulation, { buyer, seller, by }: Incident): Actor {
  const { random, people } = simulation
  const all = [...people.buyers, ...people.sellers, ...people.riders]
  const isIt = ({ id, sellerProfileId }: Actor) =>
    random.chance(0.5) ? id === (buyer ?? by) : sellerProfileId !== null && sellerProfileId === seller
  return random.chance(0.4) ? staff(simulation) : (random.chance(0.9) && all.find(isIt)) || random.pick(all)
}

/** Half of what is decided for a buyer is a part. */
const OUTCOMES = [
  { outcome: 'BUYER' },
  { outcome: 'SELLER' },
  { outcome: 'SPLIT', refundAmount: '1.50' },
  { outcome: 'SPLIT', refundAmount: '4.00' },
] as const

/** People who complain of their orders, and staff who decide. */
export const disputing: Commands = {
  openIncident: {
    weight: 3,
    plan(simulation) {
      const { random, people } = simulation
      const wanted = random.chance(0.6) ? 'DELIVERED' : 'COMPLETED'
      const order = pickOrder(simulation, ({ status }) => status === wanted)
      const all = [...people.buyers, ...people.sellers, ...people.riders]
      const by = random.chance(0.15)
        ? staff(simulation)
        : (all.find(({ id, sellerProfileId }) =>
            random.chance(0.7) ? id === order?.buyer : sellerProfileId !== null && sellerProfileId === order?.seller,
          ) ?? random.pick(all))
      const input = OpenIncident.parse({
        type: random.pick(['ORDER', 'DELIVERY', 'PAYMENT']),
        title: 'Colis abîmé',
        description: 'Le carton était ouvert.',
        ...(order && random.chance(0.9) && { orderId: order.id }),
      })
      const plans = act('openIncident', by, input, (ctx) => openIncident(ctx, input))
      return random.chance(0.2) ? [...plans, ...plans] : plans
    },
  },
  answerIncident: {
    weight: 4,
    plan(simulation) {
      const incident = someIncident(simulation)
      if (!incident) return undefined
      const by = someReader(simulation, incident)
      const input = AnswerIncident.parse({ body: 'Voici une photo.' })
      const plans = act('answerIncident', by, incident.id, (ctx) => answerIncident(ctx, incident.id, input))
      return simulation.random.chance(0.2) ? [...plans, ...plans] : plans
    },
  },
  addIncidentEvidence: {
    weight: 1.5,
    plan(simulation) {
      const incident = someIncident(simulation)
      if (!incident) return undefined
      const by = someReader(simulation, incident)
      return act('addIncidentEvidence', by, incident.id, (ctx) =>
        addIncidentEvidence(ctx, incident.id, { file: picture() }),
      )
    },
  },
  updateIncident: {
    weight: 1,
    plan(simulation) {
      const { random } = simulation
      const incident = someIncident(simulation)
      if (!incident) return undefined
      const input = UpdateIncident.parse({
        severity: random.pick(['LOW', 'HIGH']),
        ...(random.chance(0.5) && { version: incident.version }),
      })
      const plans = act('updateIncident', staff(simulation), incident.id, (ctx) =>
        updateIncident(ctx, incident.id, input),
      )
      return random.chance(0.2) ? [...plans, ...plans] : plans
    },
  },
  resolveIncident: {
    weight: 3,
    plan(simulation) {
      const incident = someIncident(simulation)
      if (!incident) return undefined
      const plan = () => {
        const input = ResolveIncident.parse({ ...simulation.random.pick(OUTCOMES), note: 'Vu les photos' })
        return act('resolveIncident', staff(simulation), [incident.id, input], (ctx) =>
          resolveIncident(ctx, incident.id, input),
        )
      }
      return simulation.random.chance(0.3) ? [...plan(), ...plan()] : plan()
    },
  },
  dismissIncident: {
    weight: 1.5,
    plan(simulation) {
      const { random } = simulation
      const incident = someIncident(simulation)
      const note = random.chance(0.5) ? { note: 'Sans suite' } : {}
      return (
        incident &&
        act('dismissIncident', staff(simulation), incident.id, (ctx) => dismissIncident(ctx, incident.id, note))
      )
    },
  },
}
