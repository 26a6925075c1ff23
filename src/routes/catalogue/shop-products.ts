import * as z from 'zod'
import { createProduct } from '#domain/catalogue/products/editing/create.ts'
import { SetProductStatus, setProductStatus } from '#domain/catalogue/products/editing/set-status.ts'
import { CreateProduct } from '#domain/catalogue/products/new-product.ts'
import { ListShopProducts, listShopProducts } from '#domain/catalogue/products/showing/list-in-shop.ts'
import { ProductView } from '#domain/catalogue/products/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam, idIn, listOf } from '#kernel/fields.ts'

const products$ = listOf('products', ProductView)
/** Ten pictures of 5 MiB, and the fields. */
const MAX_FORM_BYTES = 51 * 1024 * 1024

export const shopProducts = newRouter()
  .get(
    '/shop/:shopId',
    op({
      id: 'listShopProducts',
      summary: "Produits d'une de mes boutiques",
      doc: `Les produits d'une boutique du vendeur connecté, les plus récents d'abord, dans tous les états :
        brouillons, publiés, archivés ; status en choisit un. Chaque produit montre son moderationStatus et sa
        version, à renvoyer lors d'un changement d'état. La boutique d'un autre vendeur répond 404.`,
      reasons: ['FORBIDDEN'],
      roles: ['SELLER'],
      param: z.strictObject({ shopId: idIn }),
      query: ListShopProducts,
      ok: products$,
    }),
    async (c) => c.json(ok(await listShopProducts(ctx(c), c.req.valid('param').shopId, c.req.valid('query')))),
  )
  .post(
    '/',
    op({
      id: 'createProduct',
      needsTerms: true,
      summary: 'Créer un produit',
      doc: `Crée un produit en brouillon, visible de son vendeur et de l'équipe seulement. Formulaire multipart :
        variants est un texte JSON ; images, 10 fichiers JPEG, PNG ou WebP au plus, de 5 Mo chacun, dont les
        métadonnées (lieu, appareil) sont retirées. Il faut un abonnement en cours, et de la place dans le plan en
        produits et en photos. Publiez-le ensuite par POST /products/:id/status.`,
      reasons: [
        'FORBIDDEN',
        'NOT_FOUND',
        'SUBSCRIPTION_REQUIRED',
        'SHOP_SUSPENDED',
        'PLAN_LIMIT_REACHED',
        'INVALID_TRANSITION',
        'CONFLICT',
      ],
      roles: ['SELLER'],
      form: CreateProduct,
      maxBytes: MAX_FORM_BYTES,
      status: 201,
      ok: ProductView,
    }),
    async (c) => c.json(ok(await createProduct(ctx(c), c.req.valid('form'))), 201),
  )
  .post(
    '/:id/status',
    op({
      id: 'setProductStatus',
      summary: "Changer l'état d'un produit",
      doc: `Publie le produit, le remet en brouillon, l'archive, ou le sort de l'archive vers le brouillon. Publier
        demande une image, une boutique publiée, un abonnement en cours et un produit non périmé : il est visible
        aussitôt, dans la limite du plan, et passe en modération. Un produit archivé ne compte plus dans le plan ; le
        ressortir y recompte.`,
      reasons: [
        'KYC_REQUIRED',
        'FORBIDDEN',
        'VERSION_MISMATCH',
        'INVALID_TRANSITION',
        'SHOP_SUSPENDED',
        'SUBSCRIPTION_REQUIRED',
        'PLAN_LIMIT_REACHED',
      ],
      roles: ['SELLER'],
      takesDown: true,
      param: IdParam,
      json: SetProductStatus,
      ok: ProductView,
    }),
    async (c) => c.json(ok(await setProductStatus(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
