import * as z from 'zod'
import { showModeration } from '#domain/catalogue/moderation/show.ts'
import { submitProduct } from '#domain/catalogue/moderation/submit.ts'
import { ModeratedProductView } from '#domain/catalogue/moderation/view.ts'
import { deleteProduct } from '#domain/catalogue/products/editing/delete.ts'
import { UpdateProduct, updateProduct } from '#domain/catalogue/products/editing/update.ts'
import { ProductView } from '#domain/catalogue/products/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'

const own = { roles: ['SELLER'], param: IdParam, ok: ProductView } as const

export const ownProduct = newRouter()
  .put(
    '/:id',
    op({
      ...own,
      id: 'updateProduct',
      summary: 'Modifier un produit',
      doc: `Seuls les champs envoyés changent ; null retire brand, weightGrams ou expiresAt. Changer de devise garde les
        chiffres des prix, et se refuse tant qu'une commande du produit est en cours. Un produit approuvé dont le nom,
        la description, les images ou la sous-catégorie changent repasse en modération et reste en vente.`,
      reasons: ['FORBIDDEN', 'VERSION_MISMATCH', 'IN_USE'],
      takesDown: true,
      json: UpdateProduct,
    }),
    async (c) => c.json(ok(await updateProduct(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .delete(
    '/:id',
    op({
      ...own,
      id: 'deleteProduct',
      summary: 'Supprimer un produit',
      doc: `Le produit n'est plus trouvé nulle part et rend sa place dans le plan ; ses commandes gardent leurs lignes.
        Refusé tant qu'une commande du produit est en cours.`,
      reasons: ['FORBIDDEN', 'IN_USE', 'INVALID_TRANSITION'],
      takesDown: true,
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await deleteProduct(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/submit',
    op({
      ...own,
      id: 'submitProduct',
      needsTerms: true,
      summary: 'Soumettre un produit de nouveau',
      doc: `Après un refus ou une demande de corrections, remet le produit en attente de modération, sous le mode du
        moment : en vente aussitôt (POST), ou une fois approuvé (PRE).`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION'],
    }),
    async (c) => c.json(ok(await submitProduct(ctx(c), c.req.valid('param').id))),
  )
  .get(
    '/:id/moderation',
    op({
      ...own,
      id: 'showProductModeration',
      summary: "Modération d'un de mes produits",
      doc: `Le produit avec sa modération : son mode, le dernier motif de l'équipe et l'historique, le plus récent
        d'abord. Ouvert au vendeur du produit et à l'équipe.`,
      reasons: [],
      roles: ['SELLER', 'SUPPORT', 'ADMIN'],
      ok: ModeratedProductView,
    }),
    async (c) => c.json(ok(await showModeration(ctx(c), c.req.valid('param').id))),
  )
