import { reorder } from '#domain/orders/cart/reorder.ts'
import { CartView } from '#domain/orders/cart/view.ts'
import { showTimeline, TimelineView } from '#domain/orders/orders/showing/show-timeline.ts'
import { listRefundsOfOrder, OrderRefundsView } from '#domain/orders/refunds/showing/list.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'

export const orderHistory = newRouter()
  .get(
    '/:id/timeline',
    op({
      id: 'showTimeline',
      summary: "L'histoire d'une commande",
      doc: `Ce qui est arrivé à la commande, du plus ancien au plus récent : quand, de quel état à quel état, pour quel
        motif, et dans quel rôle, sans nom. Un événement peut garder l'état : un paiement refusé, un remboursement qui
        part. Ouvert à l'acheteur, au vendeur, au livreur et à l'équipe.`,
      reasons: [],
      roles: 'signedIn',
      param: IdParam,
      ok: TimelineView,
    }),
    async (c) => c.json(ok(await showTimeline(ctx(c), c.req.valid('param').id))),
  )
  .get(
    '/:id/refunds',
    op({
      id: 'listOrderRefunds',
      summary: "Les remboursements d'une commande",
      doc: `Du plus ancien au plus récent, dans la devise de la commande ; ce qu'un téléphone reçoit en RWF n'y est pas.
        Ouvert à l'acheteur, à l'équipe et à la comptabilité.`,
      reasons: [],
      roles: 'signedIn',
      param: IdParam,
      ok: OrderRefundsView,
    }),
    async (c) => c.json(ok(await listRefundsOfOrder(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/reorder',
    op({
      id: 'reorder',
      summary: 'Commander à nouveau',
      doc: `Remet dans le panier de l'acheteur ce qui est encore en vente de cette commande, au prix du moment ; de chaque
        variante la plus grande quantité reste, donc répéter l'appel ne change rien. Ce qui manque en stock y entre avec
        son « issue ».`,
      reasons: ['CONFLICT'],
      roles: 'signedIn',
      param: IdParam,
      ok: CartView,
      readAgainAt: '/api/v1/cart',
    }),
    async (c) => c.json(ok(await reorder(ctx(c), c.req.valid('param').id))),
  )
