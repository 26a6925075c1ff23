import * as z from 'zod'
import { TICKET_CATEGORIES, TICKET_PRIORITIES, TICKET_STATUSES } from '#db/schema/office/tickets.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { viewAttachments } from '#domain/core/files/attachments.ts'
import { AttachmentView } from '#domain/core/files/view.ts'
import * as f from '#kernel/fields.ts'
import { ROLES } from '#kernel/roles.ts'
import { iso, isoOrNull } from '#kernel/time.ts'
import { isOfTeam, type MessageRow, type TicketFile, type TicketRow } from './queries.ts'

export const TicketCategory = z.enum(TICKET_CATEGORIES).meta({ id: 'TicketCategory' })
export const TicketPriority = z.enum(TICKET_PRIORITIES).meta({ id: 'TicketPriority' })
export const TicketStatus = z.enum(TICKET_STATUSES).meta({
  id: 'TicketStatus',
  description:
    "OPEN : personne n'y a touché. IN_PROGRESS : l'équipe doit répondre. WAITING_USER : la personne doit répondre. RESOLVED : peut être rouvert 7 jours. CLOSED : pour toujours.",
})

export const TicketMessageView = z
  .object({
    id: f.id,
    senderRole: z.enum(ROLES),
    body: z.string(),
    attachments: z.array(AttachmentView),
    isInternal: z.boolean(),
    createdAt: f.isoTime,
  })
  .meta({ id: 'TicketMessage' })

/** A ticket as lists show it (docs/states.md, Ticket). */
export const TicketCard = z
  .object({
    id: f.id,
    number: z.string(),
    subject: z.string(),
    category: TicketCategory,
    priority: TicketPriority,
    orderId: f.id.nullable(),
    status: TicketStatus,
    assigneeId: f.id.nullable(),
    /** The time until which a resolved ticket may be reopened. */
    reopenUntil: f.isoTime.nullable(),
    /** Only for the team: the owner, and whether their plan gives priority. */
    userId: f.id.optional(),
    goesFirst: z.boolean().optional(),
    createdAt: f.isoTime,
    updatedAt: f.isoTime,
  })
  .meta({ id: 'TicketCard' })

export const TicketView = TicketCard.extend({ messages: z.array(TicketMessageView) }).meta({ id: 'Ticket' })

export const viewTicketCard = (ctx: Ctx, ticket: TicketRow): z.output<typeof TicketCard> => ({
  id: ticket.id,
  number: ticket.number,
  subject: ticket.subject,
  category: ticket.category,
  priority: ticket.priority,
  orderId: ticket.orderId,
  status: ticket.status,
  assigneeId: ticket.assigneeId,
  reopenUntil: isoOrNull(ticket.closesAt),
  ...(isOfTeam(actorOf(ctx), ticket) && { userId: ticket.ownerId, goesFirst: ticket.goesFirst }),
  createdAt: iso(ticket.createdAt),
  updatedAt: iso(ticket.updatedAt),
})

export const viewTicket = async (ctx: Ctx, ticket: TicketFile): Promise<z.output<typeof TicketView>> => ({
  ...viewTicketCard(ctx, ticket),
  messages: await Promise.all(ticket.messages.map((one) => viewTicketMessage(ctx, one))),
})

export const viewTicketMessage = async (
  ctx: Ctx,
  message: MessageRow,
): Promise<z.output<typeof TicketMessageView>> => ({
  id: message.id,
  senderRole: message.senderRole,
  body: message.body,
  attachments: await viewAttachments(ctx, message.attachments),
  isInternal: message.isInternal,
  createdAt: iso(message.createdAt),
})
