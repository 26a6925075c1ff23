import { tickets } from '#db/schema/office/tickets.ts'
import { machine } from '#domain/core/machine.ts'

/** The states of a ticket (docs/states.md, Ticket). */
export const ticketMachine = machine({
  thing: 'ticket',
  table: tickets,
  name: 'le ticket',
  states: {
    OPEN: 'ouvert',
    IN_PROGRESS: 'en cours',
    WAITING_USER: 'en attente de la personne',
    RESOLVED: 'résolu',
    CLOSED: 'fermé',
  },
  events: {
    assign: { from: ['OPEN', 'IN_PROGRESS', 'WAITING_USER'], to: 'IN_PROGRESS', infinitive: 'attribuer ce ticket' },
    ask: {
      from: ['OPEN', 'IN_PROGRESS', 'WAITING_USER', 'RESOLVED'],
      to: 'IN_PROGRESS',
      infinitive: 'écrire dans ce ticket',
    },
    answer: {
      from: ['OPEN', 'IN_PROGRESS', 'WAITING_USER', 'RESOLVED'],
      to: 'WAITING_USER',
      infinitive: 'répondre à ce ticket',
    },
    resolve: { from: ['OPEN', 'IN_PROGRESS', 'WAITING_USER'], to: 'RESOLVED', infinitive: 'résoudre ce ticket' },
    reopen: { from: ['RESOLVED'], to: 'IN_PROGRESS', infinitive: 'rouvrir ce ticket' },
    close: {
      from: ['OPEN', 'IN_PROGRESS', 'WAITING_USER', 'RESOLVED'],
      to: 'CLOSED',
      infinitive: 'fermer ce ticket',
    },
  },
})
