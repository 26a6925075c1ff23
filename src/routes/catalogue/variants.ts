import { NewVariant } from '#domain/catalogue/products/new-product.ts'
import { VariantView } from '#domain/catalogue/products/view.ts'
import { addVariant } from '#domain/catalogue/variants/add.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'

export const variants = newRouter().post(
  '/:id/variants',
  op({
    id: 'addVariant',
    summary: 'Ajouter une variante',
    doc: `Ajoute une variante à la suite de celles d'un produit, avec son stock de départ. Un produit a 50 variantes au
      plus, de 16 Kio ensemble (JSON), et chaque référence (sku) une seule fois. Sans version : VERSION_MISMATCH dit que la devise du produit vient
      de changer ; relisez-le.`,
    reasons: ['FORBIDDEN', 'CONFLICT', 'ALREADY_EXISTS', 'INVALID_TRANSITION', 'VERSION_MISMATCH'],
    roles: ['SELLER'],
    param: IdParam,
    json: NewVariant,
    status: 201,
    ok: VariantView,
  }),
  async (c) => c.json(ok(await addVariant(ctx(c), c.req.valid('param').id, c.req.valid('json'))), 201),
)
