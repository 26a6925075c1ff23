import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { isInOffice } from '#domain/core/guards.ts'
import { type Notice, notice } from '#domain/core/notices/notice.ts'
import { tellInApp } from '#domain/core/notices/notify.ts'
import { excerpt } from '#kernel/text.ts'
import type { TicketRow } from './queries.ts'

type Facts = { number: string }

export const ticketAnswered = notice<Facts>('ticket.answered', {
  fr: ({ number }) => ({
    subject: `Réponse à votre ticket ${number}`,
    body: `L'équipe a répondu à votre ticket ${number}. Lisez sa réponse dans l'application.`,
  }),
  en: ({ number }) => ({
    subject: `Answer to your ticket ${number}`,
    body: `The team has answered your ticket ${number}. Read its answer in the app.`,
  }),
})

export const ticketResolved = notice<Facts>('ticket.resolved', {
  fr: ({ number }) => ({
    subject: `Ticket ${number} résolu`,
    body: `Votre ticket ${number} est résolu. S'il ne l'est pas pour vous, rouvrez-le dans les 7 jours : ensuite il se ferme.`,
  }),
  en: ({ number }) => ({
    subject: `Ticket ${number} resolved`,
    body: `Your ticket ${number} is resolved. If it is not for you, reopen it within 7 days: then it closes.`,
  }),
})

export const ticketClosed = notice<Facts>('ticket.closed', {
  fr: ({ number }) => ({
    subject: `Ticket ${number} fermé`,
    body: `L'équipe a fermé votre ticket ${number}. Pour une autre question, ouvrez-en un nouveau.`,
  }),
  en: ({ number }) => ({
    subject: `Ticket ${number} closed`,
    body: `The team has closed your ticket ${number}. For another question, open a new one.`,
  }),
})

/** `subject` is a person's own: the notice quotes its beginning. */
export const ticketAssigned = notice<Facts & { subject: string }>('ticket.assigned', {
  fr: ({ number, subject }) => ({
    subject: `Ticket ${number} pour vous`,
    body: `Le ticket ${number} vous est attribué : ${excerpt(subject)}.`,
  }),
  en: ({ number, subject }) => ({
    subject: `Ticket ${number} is yours`,
    body: `Ticket ${number} is assigned to you: ${excerpt(subject)}.`,
  }),
})

export const ticketReplied = notice<Facts>('ticket.replied', {
  fr: ({ number }) => ({
    subject: `Ticket ${number} : la personne a écrit`,
    body: `La personne a écrit dans le ticket ${number}, qui est à vous.`,
  }),
  en: ({ number }) => ({
    subject: `Ticket ${number}: its person wrote`,
    body: `The person wrote in ticket ${number}, which is yours.`,
  }),
})

export const ticketReopened = notice<Facts>('ticket.reopened', {
  fr: ({ number }) => ({
    subject: `Ticket ${number} rouvert`,
    body: `La personne a rouvert le ticket ${number}, qui est à vous.`,
  }),
  en: ({ number }) => ({
    subject: `Ticket ${number} reopened`,
    body: `The person has reopened ticket ${number}, which is yours.`,
  }),
})

/** Tells the team member who has the ticket in the app, while they are in office. */
export const tellAssignee = (ctx: Ctx, { id, number, assigneeId }: TicketRow, said: Notice<Facts>): Write[] =>
  assigneeId === null
    ? []
    : tellInApp(ctx, sql`u.id = ${assigneeId} AND ${isInOffice('ADMIN', 'SUPPORT')}`, said, {
        ...{ number, opens: { ticketId: id } },
      })
