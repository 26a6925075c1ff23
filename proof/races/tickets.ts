import { call, mustCall } from '#testing/running/call.ts'
import { memberOfStaff, newPerson, type Person } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { countFault, race } from './race.ts'

const question = { subject: 'Colis en retard', category: 'DELIVERY', body: 'Il devait arriver hier.' }
const act = (service: RunningService, as: Person | null, id: string, action: string, body: object = {}) =>
  call(service, as, 'POST', `/support/tickets/${id}/${action}`, body)

/** Somebody's ticket, and two agents. */
async function aTicket(service: RunningService) {
  const person = await newPerson(service)
  const { id } = await mustCall(service, person, 'POST', '/support/tickets', question)
  return {
    person,
    id: id as string,
    agents: [await memberOfStaff(service), await memberOfStaff(service, 'ADMIN')] as const,
  }
}

async function aResolvedTicket(service: RunningService) {
  const ticket = await aTicket(service)
  await mustCall(service, ticket.agents[0], 'POST', `/support/tickets/${ticket.id}/resolve`, {})
  return ticket
}

export const ticketRaces = [
  race({
    name: 'ticket: each has a number of its own',
    operations: ['POST /support/tickets'],
    prepare: async (service) => ({ person: await newPerson(service) }),
    send: (service, { person }) => call(service, person, 'POST', '/support/tickets', question),
    // Thirty a day of one person.
    succeed: { least: 1, most: 30 },
    refusals: ['429 TOO_MANY_REQUESTS'],
    check: async (_service, _situation, answers) => {
      const made = answers.filter(({ status }) => status === 201)
      return new Set(made.map(({ data }) => data.number)).size !== made.length && 'two tickets have one number'
    },
  }),
  race({
    name: 'ticket: two agents take one, and whoever has it was told so',
    operations: ['POST /support/tickets/:id/assign'],
    prepare: aTicket,
    send: (service, { id, agents }, i) => act(service, agents[i % 2] ?? null, id, 'assign'),
    succeed: { least: 1, most: 25 },
    refusals: ['409 ALREADY_TAKEN'],
    check: (service, { id }) =>
      countFault(
        service,
        1,
        'takings',
        "SELECT count(*) AS n FROM audit WHERE target_id = ? AND action = 'ticket.assign'",
        id,
      ),
  }),
  race({
    name: 'ticket: nothing that both sides say is lost, and the last word says who is waited for',
    operations: ['POST /support/tickets/:id/messages'],
    prepare: aTicket,
    send: (service, { id, person, agents }, i) =>
      act(service, i % 2 ? agents[0] : person, id, 'messages', { body: `Mot ${i}` }),
    succeed: 'all',
    refusals: [],
    check: (service, { id }, answers) =>
      countFault(
        service,
        answers.length + 1,
        'messages',
        'SELECT count(*) AS n FROM ticket_messages WHERE ticket_id = ?',
        id,
      ),
  }),
  race({
    name: 'ticket: resolved once',
    operations: ['POST /support/tickets/:id/resolve'],
    prepare: aTicket,
    send: (service, { id, agents }, i) => act(service, agents[i % 2] ?? null, id, 'resolve'),
    succeed: 1,
    refusals: ['409 INVALID_TRANSITION'],
  }),
  race({
    name: 'ticket: reopened or closed, of a resolved one',
    operations: ['POST /support/tickets/:id/reopen', 'POST /support/tickets/:id/close'],
    prepare: aResolvedTicket,
    send: (service, { id, person, agents }, i) =>
      act(service, i % 3 ? person : agents[0], id, i % 2 ? 'reopen' : 'close'),
    succeed: { least: 1, most: 2 },
    refusals: ['409 INVALID_TRANSITION'],
    check: (service, { id }) =>
      countFault(
        service,
        1,
        'closed tickets',
        "SELECT count(*) AS n FROM tickets WHERE id = ? AND status = 'CLOSED'",
        id,
      ),
  }),
  race({
    name: 'ticket: edits of different fields are all kept',
    operations: ['PUT /support/tickets/:id'],
    prepare: aTicket,
    send: (service, { id, agents }, i) =>
      call(
        service,
        agents[i % 2] ?? null,
        'PUT',
        `/support/tickets/${id}`,
        i % 2 ? { priority: 'HIGH' } : { category: 'PAYMENT' },
      ),
    succeed: 'all',
    refusals: [],
    check: (service, { id }) =>
      countFault(
        service,
        1,
        'tickets with both',
        "SELECT count(*) AS n FROM tickets WHERE id = ? AND priority = 'HIGH' AND category = 'PAYMENT'",
        id,
      ),
  }),
]
