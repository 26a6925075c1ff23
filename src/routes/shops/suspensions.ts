import { ReactivateShop, reactivateShop, SuspendShop, suspendShop } from '#domain/shops/shops/suspend.ts'
import { ShopView } from '#domain/shops/shops/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'
import { STAFF } from '#kernel/roles.ts'
import { again } from './again.ts'

const byStaff = {
  roles: STAFF,
  param: IdParam,
  ok: ShopView,
  again,
  reasons: ['INVALID_TRANSITION'] as const,
} as const

export const suspensions = newRouter()
  .post(
    '/:id/suspend',
    op({
      ...byStaff,
      id: 'suspendShop',
      summary: 'Suspendre une boutique',
      doc: `Retire une boutique et ses produits de la vue du public, avec un motif que son vendeur lit : il ne peut plus
        la publier ni y ajouter de produit, et personne n'y commande. Les commandes déjà passées continuent.`,
      takesDown: true,
      json: SuspendShop,
      reasons: ['INVALID_TRANSITION', 'VERSION_MISMATCH'],
    }),
    async (c) => c.json(ok(await suspendShop(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/reactivate',
    op({
      ...byStaff,
      id: 'reactivateShop',
      summary: 'Lever la suspension',
      doc: `Remet une boutique suspendue dans l'état où elle était. Publiée, elle ne rouvre pas d'elle-même si son vendeur
        a cessé de vendre entre-temps.`,
      json: ReactivateShop,
      reasons: ['ALREADY_EXISTS', 'INVALID_TRANSITION', 'CONFLICT'],
    }),
    async (c) => c.json(ok(await reactivateShop(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
