import * as z from 'zod'
import { ApproveProduct, DecideProduct, decideProduct } from '#domain/catalogue/moderation/decide.ts'
import { ListModeratedProducts, listModeratedProducts } from '#domain/catalogue/moderation/list.ts'
import {
  SetModerationSettings,
  setModerationSettings,
  showModerationSettings,
} from '#domain/catalogue/moderation/settings.ts'
import { showModeration } from '#domain/catalogue/moderation/show.ts'
import { ModeratedProductView, ModerationSettingsView } from '#domain/catalogue/moderation/view.ts'
import { ProductView } from '#domain/catalogue/products/view.ts'
import { MediaParam, RemoveMedia, removeMedia } from '#domain/office/media/remove.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam, listOf } from '#kernel/fields.ts'
import { STAFF } from '#kernel/roles.ts'

const byStaff = { roles: STAFF, param: IdParam, ok: ModeratedProductView } as const
const act = { ...byStaff, reasons: ['INVALID_TRANSITION', 'VERSION_MISMATCH'] } as const

export const moderation = newRouter()
  .delete(
    '/media/:key',
    op({
      id: 'removeMedia',
      summary: 'Retirer une image publiée',
      doc: `Retire pour de bon une image de produit, un logo, une bannière ou un avatar : « key » est la fin de son adresse. Plus rien
        ne la montre, ses fichiers sont effacés, et son propriétaire est prévenu avec le motif.`,
      reasons: ['NOT_FOUND'],
      roles: STAFF,
      takesDown: true,
      param: MediaParam,
      json: RemoveMedia,
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await removeMedia(ctx(c), c.req.valid('param').key, c.req.valid('json')))),
  )
  .get(
    '/settings',
    op({
      id: 'showModerationSettings',
      summary: 'Réglage de la modération',
      doc: `Le mode en vigueur : POST, un produit publié est en vente aussitôt ; PRE, une fois approuvé.`,
      reasons: [],
      roles: STAFF,
      ok: ModerationSettingsView,
    }),
    async (c) => c.json(ok(await showModerationSettings(ctx(c)))),
  )
  .put(
    '/settings',
    op({
      id: 'setModerationSettings',
      summary: 'Régler la modération',
      doc: `Choisit le mode des produits qui passent en modération désormais : ceux qui attendent gardent le leur. Avec preuve ;
        les ADMIN sont prévenus.`,
      proof: 'always',
      reasons: [],
      roles: ['ADMIN'],
      json: SetModerationSettings,
      ok: ModerationSettingsView,
    }),
    async (c) => c.json(ok(await setModerationSettings(ctx(c), c.req.valid('json')))),
  )
  .get(
    '/products',
    op({
      id: 'listModeratedProducts',
      summary: 'Produits à modérer',
      doc: `Les produits d'un état de modération, les plus récents d'abord ; sans status, ceux qui attendent (PENDING).`,
      reasons: [],
      roles: STAFF,
      query: ListModeratedProducts,
      ok: listOf('products', ProductView),
    }),
    async (c) => c.json(ok(await listModeratedProducts(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/products/:id',
    op({
      ...byStaff,
      id: 'showModeratedProduct',
      summary: 'Un produit à modérer',
      doc: `Le produit avec l'historique de sa modération, le plus récent d'abord. Renvoyez sa version avec la décision :
        elle est refusée si le vendeur l'a modifié depuis.`,
      reasons: [],
    }),
    async (c) => c.json(ok(await showModeration(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/products/:id/approve',
    op({
      ...act,
      id: 'approveProduct',
      summary: 'Approuver un produit',
      doc: `Approuve un produit en attente ; en mode PRE il est en vente dès lors.`,
      json: ApproveProduct,
    }),
    async (c) => c.json(ok(await decideProduct(ctx(c), c.req.valid('param').id, 'approve', c.req.valid('json')))),
  )
  .post(
    '/products/:id/reject',
    op({
      ...act,
      id: 'rejectProduct',
      summary: 'Refuser un produit',
      doc: `Refuse un produit en attente, qui n'est plus en vente. Le vendeur reçoit le motif et peut le soumettre de nouveau.`,
      takesDown: true,
      json: DecideProduct,
    }),
    async (c) => c.json(ok(await decideProduct(ctx(c), c.req.valid('param').id, 'reject', c.req.valid('json')))),
  )
  .post(
    '/products/:id/request-changes',
    op({
      ...act,
      id: 'requestProductChanges',
      summary: 'Demander des corrections',
      doc: `Renvoie un produit en attente à son vendeur, avec le motif : il n'est plus en vente tant qu'il n'est pas soumis de
        nouveau.`,
      json: DecideProduct,
    }),
    async (c) =>
      c.json(ok(await decideProduct(ctx(c), c.req.valid('param').id, 'requestChanges', c.req.valid('json')))),
  )
  .post(
    '/products/:id/takedown',
    op({
      ...act,
      id: 'takeProductDown',
      summary: 'Retirer un produit',
      doc: `Retire de la vente un produit en attente ou approuvé, avec un motif que le vendeur reçoit. Seule l'équipe le rétablit.`,
      takesDown: true,
      json: DecideProduct,
    }),
    async (c) => c.json(ok(await decideProduct(ctx(c), c.req.valid('param').id, 'takedown', c.req.valid('json')))),
  )
  .post(
    '/products/:id/restore',
    op({
      ...act,
      id: 'restoreProduct',
      summary: 'Rétablir un produit',
      doc: `Rétablit un produit retiré : il est approuvé, et le vendeur en est prévenu.`,
      json: ApproveProduct,
    }),
    async (c) => c.json(ok(await decideProduct(ctx(c), c.req.valid('param').id, 'restore', c.req.valid('json')))),
  )
