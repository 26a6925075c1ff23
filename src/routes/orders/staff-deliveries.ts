import { AssignDelivery, assignDelivery } from '#domain/orders/delivery/deciding/assign.ts'
import { LoseDelivery, loseDelivery } from '#domain/orders/delivery/deciding/lose.ts'
import { unassignDelivery } from '#domain/orders/delivery/deciding/unassign.ts'
import { ListDeliveries, listDeliveries } from '#domain/orders/delivery/showing/list.ts'
import { DeliveryList, DeliveryView } from '#domain/orders/delivery/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'
import { STAFF } from '#kernel/roles.ts'

const job = { roles: STAFF, param: IdParam, ok: DeliveryView } as const

/** Acts of staff on deliveries. */
export const staffDeliveries = newRouter()
  .get(
    '/',
    op({
      id: 'listDeliveries',
      summary: 'Toutes les courses',
      doc: `Les courses, les plus récentes d'abord, au besoin d'un état, d'un livreur, d'une zone, d'une période. Le total
        s'arrête à 1000.`,
      reasons: [],
      roles: STAFF,
      query: ListDeliveries,
      ok: DeliveryList,
    }),
    async (c) => c.json(ok(await listDeliveries(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/:id/assign',
    op({
      ...job,
      id: 'assignDelivery',
      summary: 'Attribuer une course',
      doc: `Attribue une course sans livreur à un livreur actif, même OFFLINE, qui a moins de trois courses. Le livreur,
        l'acheteur et le vendeur sont prévenus.`,
      reasons: ['RIDER_NOT_ACTIVE', 'ALREADY_TAKEN', 'JOB_LIMIT', 'INVALID_TRANSITION'],
      json: AssignDelivery,
    }),
    async (c) => c.json(ok(await assignDelivery(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/unassign',
    op({
      ...job,
      id: 'unassignDelivery',
      summary: 'Retirer une course',
      doc: `Reprend une course à son livreur avant l'enlèvement : elle est de nouveau proposée à tous, et le livreur ne la
        voit plus. Les mêmes sont prévenus.`,
      reasons: ['INVALID_TRANSITION'],
    }),
    async (c) => c.json(ok(await unassignDelivery(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/lost',
    op({
      ...job,
      id: 'loseDelivery',
      summary: 'Déclarer un colis perdu',
      doc: `Met fin à une course dont personne ne retrouve le colis : la commande est annulée, ce qui a été payé devient un
        remboursement qu'un administrateur envoie ou refuse, aucun stock ne revient, et le livreur est libre. L'acheteur,
        le vendeur et le livreur sont prévenus.`,
      reasons: ['INVALID_TRANSITION'],
      json: LoseDelivery,
    }),
    async (c) => c.json(ok(await loseDelivery(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
