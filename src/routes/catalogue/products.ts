import * as z from 'zod'
import { ListProducts } from '#domain/catalogue/products/search/list-filter.ts'
import { listProducts } from '#domain/catalogue/products/showing/list.ts'
import { listSimilar } from '#domain/catalogue/products/showing/list-similar.ts'
import { showProduct, showProductBySlug } from '#domain/catalogue/products/showing/show.ts'
import { ProductView } from '#domain/catalogue/products/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam, listOf } from '#kernel/fields.ts'

const products$ = listOf('products', ProductView)

export const products = newRouter()
  .get(
    '/',
    op({
      id: 'listProducts',
      summary: 'Produits en vente',
      doc: `Les produits en vente. Une recherche trouve le début des mots du nom, de la marque, de la description, des variantes et de
        leurs références (sku), quelle qu'en soit l'écriture (une lettre seule ne trouve que le mot d'une lettre), pardonne une
        lettre fausse dans un mot d'au moins cinq, et trie par pertinence ; sans recherche, les plus récents d'abord. minPrice et maxPrice sont en currency (USD sinon) et se comparent
        au taux en vigueur ; sans eux, currency ne garde que les produits de cette devise. openNow : des boutiques ouvertes. total plafonne à 1000, sauf sans filtre ou pour une seule catégorie,
        sous-catégorie ou boutique.`,
      reasons: [],
      roles: 'public',
      cache: 'shared',
      query: ListProducts,
      ok: products$,
    }),
    async (c) => c.json(ok(await listProducts(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/slug/:slug',
    op({
      id: 'showProductBySlug',
      summary: 'Un produit par son adresse',
      doc: `Un produit par son slug, avec la carte de sa boutique et sa catégorie. Le public
        ne voit que ce qui est en vente ; le vendeur du produit et l'équipe le voient dans tout état, avec son
        moderationStatus. Pour un visiteur, la réponse reste valable 30 secondes en cache.`,
      reasons: [],
      roles: 'public',
      knowsCaller: true,
      cache: 'shared',
      param: z.strictObject({ slug: z.string() }),
      ok: ProductView,
    }),
    async (c) => c.json(ok(await showProductBySlug(ctx(c), c.req.valid('param').slug))),
  )
  .get(
    '/:id',
    op({
      id: 'showProduct',
      summary: 'Un produit',
      doc: `Un produit avec ses variantes, ses images, la carte de sa boutique et sa catégorie. Le public ne voit que
        ce qui est en vente ; le vendeur du produit et l'équipe le voient dans tout état, avec son moderationStatus.
        Pour un visiteur, la réponse reste valable 30 secondes en cache.`,
      reasons: [],
      roles: 'public',
      knowsCaller: true,
      cache: 'shared',
      param: IdParam,
      ok: ProductView,
    }),
    async (c) => c.json(ok(await showProduct(ctx(c), c.req.valid('param').id))),
  )
  .get(
    '/:id/similar',
    op({
      id: 'listSimilar',
      summary: 'Produits semblables',
      doc: `Jusqu'à 12 produits en vente : de la même sous-catégorie d'abord, puis de la catégorie, les plus récents d'abord.
        404 si le produit n'est pas en vente. Pour un visiteur, la réponse reste valable 30 secondes en cache.`,
      reasons: [],
      roles: 'public',
      cache: 'shared',
      param: IdParam,
      ok: z.object({ products: z.array(ProductView) }),
    }),
    async (c) => c.json(ok(await listSimilar(ctx(c), c.req.valid('param').id))),
  )
