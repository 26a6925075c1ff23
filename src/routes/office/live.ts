import { issueLiveTicket, LiveTicketView } from '#domain/office/notifications/issue-live-ticket.ts'
import { Listen, listen } from '#domain/office/notifications/listen.ts'
import { LiveMessage } from '#domain/office/notifications/live-message.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { isUpgrade } from '#http/session.ts'

export const live = newRouter()
  .post(
    '/ticket',
    op({
      id: 'issueLiveTicket',
      summary: 'Billet de connexion en direct',
      doc: `Un billet d'une minute, qui ouvre une seule fois le direct (listen) là où l'en-tête Authorization ne peut pas
        être envoyé. Il vaut pour la session qui le demande, et finit avec elle.`,
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
      doc: `Ouvre une WebSocket : hello, puis chaque changement de ce que montrent les listes de la personne, en JSON
        (notification, order, delivery, message, job, jobGone, location, end : voir le guide, « Le direct »). Le jeton va
        dans l'en-tête, dans le cookie d'une page autorisée, ou en billet (issueLiveTicket). Rien ne s'envoie que ping,
        auquel pong répond ; tout autre texte ferme (4400). 5 connexions par personne (la plus ancienne est fermée : 4409),
        30 ouvertures en 5 minutes. La fin de la session ferme aussitôt (4401). Un message perdu ne l'est pas : les listes disent tout.`,
      reasons: ['UPGRADE_REQUIRED', 'GONE'],
      roles: 'signedIn',
      query: Listen,
      takesTicket: true,
      status: 101,
      ok: { raw: [] },
      messages: LiveMessage,
    }),
    async (c) => listen(ctx(c), c.req.valid('query'), isUpgrade(c)),
  )
