import * as z from 'zod'
import { AddProductImages, addProductImages } from '#domain/catalogue/products/editing/add-images.ts'
import { OrderProductImages, orderProductImages } from '#domain/catalogue/products/editing/order-images.ts'
import { removeProductImage } from '#domain/catalogue/products/editing/remove-image.ts'
import { ProductView } from '#domain/catalogue/products/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam, idIn } from '#kernel/fields.ts'

/** Ten pictures of 5 MiB, and the fields. */
const MAX_FORM_BYTES = 51 * 1024 * 1024

const own = { roles: ['SELLER'], ok: ProductView } as const

export const productImages = newRouter()
  .post(
    '/:id/images',
    op({
      ...own,
      id: 'addProductImages',
      summary: 'Ajouter des images',
      doc: `Ajoute 1 à 10 images derrière celles du produit, dans la limite du plan : champ images, fichiers JPEG, PNG ou
        WebP de 5 Mo au plus, dont les métadonnées sont retirées.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION', 'SUBSCRIPTION_REQUIRED', 'PLAN_LIMIT_REACHED', 'CONFLICT'],
      param: IdParam,
      form: AddProductImages,
      maxBytes: MAX_FORM_BYTES,
      status: 201,
    }),
    async (c) => c.json(ok(await addProductImages(ctx(c), c.req.valid('param').id, c.req.valid('form'))), 201),
  )
  .put(
    '/:id/images/order',
    op({
      ...own,
      id: 'orderProductImages',
      summary: 'Ranger les images',
      doc: `Met les images dans l'ordre de imageIds, qui nomme chacune une seule fois (sinon 400). La première est celle
        des listes.`,
      reasons: ['FORBIDDEN'],
      param: IdParam,
      json: OrderProductImages,
    }),
    async (c) => c.json(ok(await orderProductImages(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .delete(
    '/:id/images/:imageId',
    op({
      ...own,
      id: 'removeProductImage',
      summary: 'Retirer une image',
      doc: `Retire une image et répond le produit, dont les images suivantes avancent. La dernière image d'un produit publié
        ne se retire pas.`,
      reasons: ['FORBIDDEN', 'INVALID_TRANSITION'],
      takesDown: true,
      param: z.strictObject({ id: idIn, imageId: idIn }),
    }),
    async (c) => {
      const { id, imageId } = c.req.valid('param')
      return c.json(ok(await removeProductImage(ctx(c), id, imageId)))
    },
  )
