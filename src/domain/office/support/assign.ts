import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { isInOffice, requireActiveStaff } from '#domain/core/guards.ts'
import { nextStatus, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { fail, invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { ticketMachine } from './machine.ts'
import { ticketAssigned } from './notices.ts'
import { requireTeam, selectTicket, ticketFor } from './queries.ts'
import { viewTicket } from './view.ts'

const WHOM = "Un ticket s'attribue à un administrateur ou à un agent en fonction, autre que la personne qui demande."
const NOT_IN_OFFICE = guard('ASSIGNEE_NOT_IN_OFFICE', 'VALIDATION_ERROR', {
  details: [{ field: 'assigneeId', message: WHOM }],
})

const inOffice = (id: string) => sql`SELECT u.id FROM users u WHERE u.id = ${id} AND ${isInOffice('ADMIN', 'SUPPORT')}`

export const AssignTicket = z.strictObject({ assigneeId: f.idIn.optional() })

/**
 * Assigns a ticket to the actor, or to a named team member (docs/states.md, Ticket). If two take it at once, the first has it; to take it
 * from a colleague, the actor names themselves.
 * @throws 400 for a person outside the team, or nobody; 403 for the actor's own ticket; 404; 409 ALREADY_TAKEN, INVALID_TRANSITION
 */
export const assignTicket = (ctx: Ctx, id: string, { assigneeId: named }: z.output<typeof AssignTicket>) =>
  retryOnStale(async () => {
    const actor = actorOf(ctx)
    const assigneeId = named ?? actor.id
    const [found, [assignee]] = await readTogether(
      ctx.db,
      selectTicket(ctx, id),
      ctx.db.all<{ id: string }>(inOffice(assigneeId)),
    )
    const ticket = ticketFor(actor, found)
    requireTeam(actor, ticket)
    nextStatus(ticketMachine, ticket.status, 'assign')
    if (!assignee || assigneeId === ticket.ownerId) invalid('assigneeId', WHOM)
    if (!named && ticket.assigneeId !== null && ticket.assigneeId !== actor.id)
      fail('CONFLICT', {
        reason: 'ALREADY_TAKEN',
        message: "Quelqu'un d'autre de l'équipe s'occupe déjà de ce ticket.",
      })
    if (ticket.assigneeId === assigneeId && ticket.status !== 'OPEN') return viewTicket(ctx, ticket)
    const { number, subject } = ticket
    const [rows] = await commit(
      ctx,
      [
        requireActiveStaff(ctx),
        abortWhen(ctx.db, NOT_IN_OFFICE, sql`NOT EXISTS (${inOffice(assigneeId)})`),
        ...transition(ctx, ticketMachine, ticket, 'assign', { set: { assigneeId } }),
        recordAct(ctx, 'ticket.assign', id, { assigneeId }),
        ...(assigneeId === actor.id
          ? []
          : notify(ctx, assigneeId, ticketAssigned, { number, subject, opens: { ticketId: id } })),
      ],
      selectTicket(ctx, id),
    )
    return viewTicket(ctx, ticketFor(actor, rows))
  })
