import { ListAllProducts, listAllProducts } from '#domain/catalogue/products/showing/list-for-staff.ts'
import { ProductView } from '#domain/catalogue/products/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { listOf } from '#kernel/fields.ts'
import { STAFF } from '#kernel/roles.ts'

export const staffProducts = newRouter().get(
  '/',
  op({
    id: 'listAllProducts',
    summary: 'Tous les produits',
    doc: `Les produits de toutes les boutiques, dans tous les états, les plus récents d'abord. search trouve le début des
      mots du nom, de la marque, de la description, des variantes et de leurs références, quelle qu'en soit l'écriture ; son total plafonne à 1000.`,
    reasons: [],
    roles: STAFF,
    query: ListAllProducts,
    ok: listOf('products', ProductView),
  }),
  async (c) => c.json(ok(await listAllProducts(ctx(c), c.req.valid('query')))),
)
