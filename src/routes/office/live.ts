import { issueLiveTicket, LiveTicketView } from '#domain/office/notifications/issue-live-ticket.ts'
import { Listen, listen } from '#domain/office/notifications/listen.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { isUpgrade } from '#http/session.ts'

export type { LiveMessage } from '#domain/office/notifications/live-message.ts'

export const live = newRouter()
  .post(
    '/ticket',
    op({
      id: 'issueLiveTicket',
      summary: 'Billet de connexion en direct',
      doc: `Ouvre GET /notifications/live une seule fois, dans la minute et pour cette session, là où Authorization ne peut pas être
        envoyé.`,
      reasons: [],
      roles: 'signedIn',
      status: 201,
      ok: LiveTicketView,
    }),
    async (c) => c.json(ok(await issueLiveTicket(ctx(c))), 201),
  )
  .get(
    '/',
    op({
      id: 'listen',
      summary: 'Suivre en direct',
      doc: `Une WebSocket qui dit chaque changement des listes de la personne (guide, « Le direct »). Le jeton va dans l'en-tête,
        dans le cookie d'une page autorisée, ou en billet (issueLiveTicket). Seul ping s'envoie. 5 connexions par personne,
        30 ouvertures en 5 minutes.`,
      reasons: ['UPGRADE_REQUIRED', 'GONE'],
      roles: 'signedIn',
      query: Listen,
      takesTicket: true,
      status: 101,
      ok: { raw: [] },
    }),
    async (c) => listen(ctx(c), c.req.valid('query'), isUpgrade(c)),
  )
