import * as z from 'zod'
import { ApproveRider, DecideRider, decideRider } from '#domain/orders/riders/decide.ts'
import { ListRiders, listRiders } from '#domain/orders/riders/list-riders.ts'
import { readRiderDocument } from '#domain/orders/riders/read-document.ts'
import { showRider } from '#domain/orders/riders/show-rider.ts'
import { RiderList, RiderView } from '#domain/orders/riders/view.ts'
import { op } from '#http/op.ts'
import { sendPrivate } from '#http/private-file.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { PAPER_TYPES } from '#kernel/document.ts'
import { IdParam, idIn } from '#kernel/fields.ts'
import { STAFF } from '#kernel/roles.ts'

const byStaff = { roles: STAFF, param: IdParam, ok: RiderView } as const

export const staffRiders = newRouter()
  .get(
    '/',
    op({
      id: 'listRiders',
      summary: 'Lister les livreurs',
      doc: "Les livreurs, les plus récents d'abord ; « status=PENDING » donne ceux qui attendent une décision de l'équipe.",
      reasons: [],
      roles: STAFF,
      query: ListRiders,
      ok: RiderList,
    }),
    async (c) => c.json(ok(await listRiders(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/:id',
    op({
      ...byStaff,
      id: 'showRider',
      summary: 'Voir un livreur',
      doc: `Un livreur, pour l'équipe : sa candidature, son véhicule, ses zones, ses courses en cours et sa dernière
        position.`,
      reasons: [],
    }),
    async (c) => c.json(ok(await showRider(ctx(c), c.req.valid('param').id))),
  )
  .get(
    '/:id/documents/:documentId',
    op({
      id: 'readRiderDocument',
      summary: "Lire un document d'un livreur",
      doc: "Une pièce d'un livreur, sans enveloppe JSON. Chaque lecture est consignée, et aucun cache ne la garde.",
      reasons: [],
      roles: STAFF,
      param: z.strictObject({ id: idIn, documentId: idIn }),
      ok: { raw: PAPER_TYPES },
    }),
    async (c) => {
      const { id, documentId } = c.req.valid('param')
      return sendPrivate(c, await readRiderDocument(ctx(c), id, documentId))
    },
  )
  .post(
    '/:id/approve',
    op({
      ...byStaff,
      id: 'approveRider',
      summary: 'Approuver un livreur',
      doc: `Approuve une candidature en attente : le livreur est ACTIVE, prévenu, et peut se mettre ONLINE pour
        prendre des courses.`,
      reasons: ['INVALID_TRANSITION', 'VERSION_MISMATCH'],
      json: ApproveRider,
    }),
    async (c) => c.json(ok(await decideRider(ctx(c), c.req.valid('param').id, 'approve', c.req.valid('json')))),
  )
  .post(
    '/:id/reject',
    op({
      ...byStaff,
      id: 'rejectRider',
      summary: 'Refuser un livreur',
      doc: 'Refuse une candidature en attente, avec un motif que le livreur reçoit. Il peut en déposer une autre.',
      reasons: ['INVALID_TRANSITION', 'VERSION_MISMATCH'],
      json: DecideRider,
    }),
    async (c) => c.json(ok(await decideRider(ctx(c), c.req.valid('param').id, 'reject', c.req.valid('json')))),
  )
  .post(
    '/:id/suspend',
    op({
      ...byStaff,
      id: 'suspendRider',
      summary: 'Suspendre un livreur',
      doc: `Suspend un livreur actif, avec un motif qu'il reçoit : il passe OFFLINE et ne prend plus de courses, mais
        finit celles qu'il a en main.`,
      reasons: ['INVALID_TRANSITION', 'VERSION_MISMATCH'],
      json: DecideRider,
    }),
    async (c) => c.json(ok(await decideRider(ctx(c), c.req.valid('param').id, 'suspend', c.req.valid('json')))),
  )
  .post(
    '/:id/reactivate',
    op({
      ...byStaff,
      id: 'reactivateRider',
      summary: 'Rétablir un livreur',
      doc: `Rétablit un livreur suspendu, qui en est prévenu : il revient ACTIVE mais OFFLINE, et se remet ONLINE
        lui-même.`,
      reasons: ['INVALID_TRANSITION', 'VERSION_MISMATCH'],
      json: ApproveRider,
    }),
    async (c) => c.json(ok(await decideRider(ctx(c), c.req.valid('param').id, 'reactivate', c.req.valid('json')))),
  )
