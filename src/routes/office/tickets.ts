import { AssignTicket, assignTicket } from '#domain/office/support/assign.ts'
import { closeTicket } from '#domain/office/support/close.ts'
import { CreateTicket, createTicket } from '#domain/office/support/create.ts'
import { ListMyTickets, ListTickets, listMyTickets, listTickets } from '#domain/office/support/list.ts'
import { reopenTicket } from '#domain/office/support/reopen.ts'
import { EndTicket, resolveTicket, TicketStep } from '#domain/office/support/resolve.ts'
import { showTicket } from '#domain/office/support/show.ts'
import { UpdateTicket, updateTicket } from '#domain/office/support/update.ts'
import { TicketCard, TicketMessageView, TicketView } from '#domain/office/support/view.ts'
import { WriteToTicket, writeToTicket } from '#domain/office/support/write.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam, listOf } from '#kernel/fields.ts'
import { STAFF } from '#kernel/roles.ts'

const one = { roles: 'signedIn', param: IdParam, ok: TicketView } as const
const byStaff = { ...one, roles: STAFF } as const
const list = listOf('tickets', TicketCard)

export const tickets = newRouter()
  .get(
    '/me',
    op({
      id: 'listMyTickets',
      summary: 'Mes tickets',
      doc: "Ce que l'on a demandé à l'équipe, le plus récent d'abord, sans les messages (showTicket).",
      reasons: [],
      roles: 'signedIn',
      query: ListMyTickets,
      ok: list,
    }),
    async (c) => c.json(ok(await listMyTickets(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/',
    op({
      id: 'listTickets',
      summary: 'Tickets',
      doc: `Tous les tickets : d'abord ceux des vendeurs dont le plan est prioritaire (goesFirst), puis les plus récents.
        « assigneeId » donne ceux d'un agent, « none » ceux que personne n'a pris.`,
      reasons: [],
      roles: STAFF,
      query: ListTickets,
      ok: list,
    }),
    async (c) => c.json(ok(await listTickets(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/',
    op({
      id: 'createTicket',
      summary: "Écrire à l'équipe",
      doc: "Ouvre un ticket, au sujet d'une de ses commandes ou d'autre chose. 30 par jour.",
      reasons: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
      roles: 'signedIn',
      json: CreateTicket,
      status: 201,
      ok: TicketView,
    }),
    async (c) => c.json(ok(await createTicket(ctx(c), c.req.valid('json'))), 201),
  )
  .get(
    '/:id',
    op({
      ...one,
      id: 'showTicket',
      summary: 'Un ticket',
      doc: `Pour qui l'a ouvert et pour l'équipe, qui seule en voit les notes internes. messages : les 500 derniers, le plus ancien
        d'abord. Texte brut : ne l'affichez jamais comme du HTML.`,
      reasons: [],
    }),
    async (c) => c.json(ok(await showTicket(ctx(c), c.req.valid('param').id))),
  )
  .put(
    '/:id',
    op({
      ...byStaff,
      id: 'updateTicket',
      summary: 'Classer un ticket',
      doc: 'Change la catégorie, la priorité ou le sujet. Son propre ticket : 403.',
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION'],
      json: UpdateTicket,
    }),
    async (c) => c.json(ok(await updateTicket(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/messages',
    op({
      ...one,
      id: 'writeToTicket',
      summary: 'Écrire dans un ticket',
      doc: `La personne écrit : le ticket est IN_PROGRESS ; l'équipe répond : WAITING_USER. isInternal : une note que seule l'équipe
        lit, et qui ne change pas l'état. attachments : les id de addTicketEvidence, chacun une fois. Répond le message.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION', 'IN_USE', 'TOO_MANY_REQUESTS'],
      json: WriteToTicket,
      status: 201,
      ok: TicketMessageView,
    }),
    async (c) => c.json(ok(await writeToTicket(ctx(c), c.req.valid('param').id, c.req.valid('json'))), 201),
  )
  .post(
    '/:id/assign',
    op({
      ...byStaff,
      id: 'assignTicket',
      summary: 'Prendre ou confier un ticket',
      doc: `Sans assigneeId, on le prend pour soi : ALREADY_TAKEN si un collègue l'a déjà. Avec, on le confie à un administrateur ou à un
        agent en fonction, ou on le reprend à quelqu'un en se nommant. Un ticket OPEN devient IN_PROGRESS, les autres gardent leur état.`,
      reasons: ['NOT_FOUND', 'FORBIDDEN', 'ALREADY_TAKEN', 'INVALID_TRANSITION'],
      json: AssignTicket,
    }),
    async (c) => c.json(ok(await assignTicket(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/resolve',
    op({
      ...byStaff,
      id: 'resolveTicket',
      summary: 'Déclarer un ticket résolu',
      doc: 'La personne en est prévenue et peut le rouvrir 7 jours ; ensuite il se ferme. La note est un message du ticket.',
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION', 'VERSION_MISMATCH'],
      json: EndTicket,
    }),
    async (c) => c.json(ok(await resolveTicket(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/reopen',
    op({
      ...one,
      id: 'reopenTicket',
      summary: 'Rouvrir un ticket résolu',
      doc: "Par la personne ou l'équipe, tant qu'il n'est pas fermé.",
      reasons: ['INVALID_TRANSITION', 'TOO_MANY_REQUESTS'],
      json: TicketStep,
    }),
    async (c) => c.json(ok(await reopenTicket(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/close',
    op({
      ...one,
      id: 'closeTicket',
      summary: 'Fermer un ticket',
      doc: "Par la personne ou l'équipe, pour de bon.",
      reasons: ['INVALID_TRANSITION', 'VERSION_MISMATCH', 'TOO_MANY_REQUESTS'],
      json: EndTicket,
    }),
    async (c) => c.json(ok(await closeTicket(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
