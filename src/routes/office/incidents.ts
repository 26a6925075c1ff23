import { AnswerIncident, answerIncident } from '#domain/office/incidents/answer.ts'
import { DismissIncident, dismissIncident } from '#domain/office/incidents/dismiss.ts'
import { ListIncidents, ListMyIncidents, listIncidents, listMyIncidents } from '#domain/office/incidents/list.ts'
import { OpenIncident, openIncident } from '#domain/office/incidents/open.ts'
import { ResolveIncident, resolveIncident } from '#domain/office/incidents/resolve.ts'
import { showIncident } from '#domain/office/incidents/show.ts'
import { UpdateIncident, updateIncident } from '#domain/office/incidents/update.ts'
import { IncidentCard, IncidentView } from '#domain/office/incidents/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam, listOf } from '#kernel/fields.ts'
import { STAFF } from '#kernel/roles.ts'

const one = { roles: 'signedIn', param: IdParam, ok: IncidentView } as const
const byStaff = { ...one, roles: STAFF } as const
const list = listOf('incidents', IncidentCard)

export const incidents = newRouter()
  .get(
    '/me',
    op({
      id: 'listMyIncidents',
      summary: 'Mes incidents',
      doc: `Ceux que l'on a ouverts et ceux des commandes que l'on a achetées ou vendues, les plus récents d'abord, sans ce qui
        y a été écrit depuis (showIncident). orderId : ceux de cette commande.`,
      reasons: [],
      roles: 'signedIn',
      query: ListMyIncidents,
      ok: list,
    }),
    async (c) => c.json(ok(await listMyIncidents(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/',
    op({
      id: 'listIncidents',
      summary: 'Incidents',
      doc: `Tous les incidents, ceux que le service ouvre lui-même compris (openedBy vide), les plus récents d'abord ;
        « status=OPEN » donne ceux que personne n'a encore regardés.`,
      reasons: [],
      roles: STAFF,
      query: ListIncidents,
      ok: list,
    }),
    async (c) => c.json(ok(await listIncidents(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/',
    op({
      id: 'openIncident',
      summary: 'Signaler un incident',
      doc: `Ouvre un incident, sur l'une de ses commandes ou sur autre chose. Les deux parties de la commande le lisent ; celle qui ne l'a pas ouvert est attendue sous 48 heures (answerBy), et rappelée après 24. Ouvert
        par l'acheteur dans les 48 heures de la livraison, ou par l'équipe, il empêche la commande de se conclure d'office. Un
        seul ouvert par commande (ALREADY_EXISTS) : l'autre partie y écrit. severity : équipe seulement. 30 par jour, dont un seul sans commande payée, et un seul ouvert : pour le reste, un ticket.`,
      reasons: ['NOT_FOUND', 'FORBIDDEN', 'ALREADY_EXISTS', 'TOO_MANY_REQUESTS'],
      roles: 'signedIn',
      json: OpenIncident,
      status: 201,
      ok: IncidentView,
    }),
    async (c) => c.json(ok(await openIncident(ctx(c), c.req.valid('json'))), 201),
  )
  .get(
    '/:id',
    op({
      ...one,
      id: 'showIncident',
      summary: 'Un incident',
      doc: `Pour qui l'a ouvert (openedByRole), l'acheteur et le vendeur de sa commande, et l'équipe. updates : les 500 derniers mots, le plus
        ancien d'abord. Texte brut : ne l'affichez jamais comme du HTML.`,
      reasons: [],
    }),
    async (c) => c.json(ok(await showIncident(ctx(c), c.req.valid('param').id))),
  )
  .put(
    '/:id',
    op({
      ...byStaff,
      id: 'updateIncident',
      summary: 'Classer un incident',
      doc: `Change le type, la gravité ou le titre. Qui est partie à la commande ne touche pas à son incident (403).`,
      reasons: ['INVALID_TRANSITION', 'FORBIDDEN', 'VERSION_MISMATCH'],
      json: UpdateIncident,
    }),
    async (c) => c.json(ok(await updateIncident(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/updates',
    op({
      ...one,
      id: 'answerIncident',
      summary: "Écrire au sujet d'un incident",
      doc: `Ajoute un mot à un incident ouvert. Le premier de l'équipe commence l'examen (INVESTIGATING), et chacun des siens est
        annoncé aux parties ; un mot d'une partie l'est à l'autre, dans l'application. attachments : les id de addIncidentEvidence, chacun une fois. Un mot de l'acheteur dans les 48 heures de la livraison vaut son propre incident.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION', 'IN_USE', 'TOO_MANY_REQUESTS'],
      json: AnswerIncident,
      status: 201,
    }),
    async (c) => c.json(ok(await answerIncident(ctx(c), c.req.valid('param').id, c.req.valid('json'))), 201),
  )
  .post(
    '/:id/resolve',
    op({
      ...byStaff,
      id: 'resolveIncident',
      summary: 'Trancher un incident',
      doc: `Décide une fois. BUYER demande le remboursement de tout ce qui reste, ou de refundAmount ; SPLIT celui de
        refundAmount ; SELLER n'en prend pas. Aucun argent ne bouge : le remboursement attend un administrateur (REQUESTED).
        refundStatus dit ensuite ce qu'il devient. Sans reste, BUYER ne demande rien ; 409 pour un montant au-delà, et tant qu'un remboursement est ouvert.
        Ce qui clôt un incident que le service a ouvert, et qui le peut : ending (403, 409).`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION', 'VERSION_MISMATCH', 'REQUEST_IN_PROGRESS', 'ALREADY_EXISTS'],
      json: ResolveIncident,
    }),
    async (c) => c.json(ok(await resolveIncident(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/dismiss',
    op({
      ...byStaff,
      id: 'dismissIncident',
      summary: 'Classer un incident sans suite',
      doc: `Met fin à un incident sans rien en faire ; la note, s'il y en a une, est le dernier mot que les parties lisent.
        Un incident d'argent du service ne se classe pas (403, 409) : voyez ending.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION', 'VERSION_MISMATCH'],
      json: DismissIncident,
    }),
    async (c) => c.json(ok(await dismissIncident(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
