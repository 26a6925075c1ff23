import type { Actor } from '#domain/core/context.ts'
import { addTicketEvidence } from '#domain/office/support/add-evidence.ts'
import { AssignTicket, assignTicket } from '#domain/office/support/assign.ts'
import { closeTicket } from '#domain/office/support/close.ts'
import { CreateTicket, createTicket } from '#domain/office/support/create.ts'
import { reopenTicket } from '#domain/office/support/reopen.ts'
import { resolveTicket } from '#domain/office/support/resolve.ts'
import { UpdateTicket, updateTicket } from '#domain/office/support/update.ts'
import { WriteToTicket, writeToTicket } from '#domain/office/support/write.ts'
import type { Simulation } from '../../simulation.ts'
import { picture } from '../goods.ts'
import { act, type Commands, pickFrom } from '../plan.ts'

const everybody = ({ people }: Simulation) => [...people.buyers, ...people.sellers, ...people.riders]
const staff = ({ random, people }: Simulation) => random.pick([people.support, ...people.admins])

type Card = { id: string; owner: string; status: string }
/** A ticket that somebody means: mostly one in these states, now and then any. */
function someTicket({ random, store }: Simulation, isMeant: (card: Card) => boolean = () => true) {
  const all = store.rows<Card>('SELECT id, owner_id AS owner, status FROM tickets ORDER BY id DESC LIMIT 12')
  return pickFrom({ random }, random.chance(0.9) ? all.filter(isMeant) : all)
}
const isLive = ({ status }: Card) => status !== 'CLOSED'
const isAt =
  (...states: string[]) =>
  ({ status }: Card) =>
    states.includes(status)

/** Picks the owner, a member of the team, or now and then somebody else. */
function someSide(simulation: Simulation, { owner }: Card): Actor {
  const all = everybody(simulation)
  if (simulation.random.chance(0.5)) return staff(simulation)
  return (simulation.random.chance(0.95) && all.find(({ id }) => id === owner)) || simulation.random.pick(all)
}

const step = (
  label: string,
  verb: typeof closeTicket,
  whom: (simulation: Simulation, card: Card) => Actor,
  isMeant: (card: Card) => boolean,
) =>
  function plan(simulation: Simulation) {
    const ticket = someTicket(simulation, isMeant)
    if (!ticket) return undefined
    const input = simulation.random.chance(0.4) ? { note: 'Merci.' } : {}
    const plans = act(label, whom(simulation, ticket), ticket.id, (ctx) => verb(ctx, ticket.id, input))
    return simulation.random.chance(0.2) ? [...plans, ...plans] : plans
  }

/** People who ask the team, and agents who take, answer and end what they ask. */
export const supporting: Commands = {
  createTicket: {
    weight: 3,
    plan(simulation) {
      const input = CreateTicket.parse({
        subject: 'Colis en retard',
        category: 'DELIVERY',
        body: 'Il devait arriver hier.',
      })
      const by = simulation.random.pick(everybody(simulation))
      const plans = act('createTicket', by, input, (ctx) => createTicket(ctx, input))
      return simulation.random.chance(0.2) ? [...plans, ...plans] : plans
    },
  },
  writeToTicket: {
    weight: 6,
    plan(simulation) {
      const ticket = someTicket(simulation, isLive)
      if (!ticket) return undefined
      const plan = () => {
        const by = someSide(simulation, ticket)
        const input = WriteToTicket.parse({ body: 'Voici le reçu.', isInternal: simulation.random.chance(0.2) })
        return act('writeToTicket', by, [ticket.id, input], (ctx) => writeToTicket(ctx, ticket.id, input))
      }
      return simulation.random.chance(0.3) ? [...plan(), ...plan()] : plan()
    },
  },
  addTicketEvidence: {
    weight: 1.5,
    plan(simulation) {
      const ticket = someTicket(simulation, isLive)
      if (!ticket) return undefined
      const by = someSide(simulation, ticket)
      return act('addTicketEvidence', by, ticket.id, (ctx) => addTicketEvidence(ctx, ticket.id, { file: picture() }))
    },
  },
  assignTicket: {
    weight: 3,
    plan(simulation) {
      const ticket = someTicket(simulation, isAt('OPEN', 'IN_PROGRESS', 'WAITING_USER'))
      if (!ticket) return undefined
      const plan = () => {
        const named = simulation.random.chance(0.3) ? { assigneeId: staff(simulation).id } : {}
        const input = AssignTicket.parse(named)
        return act('assignTicket', staff(simulation), [ticket.id, input], (ctx) => assignTicket(ctx, ticket.id, input))
      }
      return simulation.random.chance(0.4) ? [...plan(), ...plan()] : plan()
    },
  },
  updateTicket: {
    weight: 1,
    plan(simulation) {
      const ticket = someTicket(simulation, isLive)
      const input = UpdateTicket.parse({ priority: simulation.random.pick(['LOW', 'HIGH', 'URGENT']) })
      return ticket && act('updateTicket', staff(simulation), ticket.id, (ctx) => updateTicket(ctx, ticket.id, input))
    },
  },
  resolveTicket: {
    weight: 2,
    plan: step('resolveTicket', resolveTicket, staff, isAt('OPEN', 'IN_PROGRESS', 'WAITING_USER')),
  },
  reopenTicket: { weight: 1, plan: step('reopenTicket', reopenTicket, someSide, isAt('RESOLVED')) },
  closeTicket: { weight: 0.7, plan: step('closeTicket', closeTicket, someSide, isLive) },
}
