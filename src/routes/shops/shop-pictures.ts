import { SetBanner, SetLogo, setShopBanner, setShopLogo } from '#domain/shops/shops/pictures.ts'
import { ShopView } from '#domain/shops/shops/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'
import { again } from './again.ts'

/** One picture of 5 MiB, and what a form puts around it. */
const MAX_FORM_BYTES = 5 * 1024 * 1024 + 64 * 1024

const mine = {
  roles: ['SELLER'],
  param: IdParam,
  ok: ShopView,
  again,
  maxBytes: MAX_FORM_BYTES,
  reasons: ['FORBIDDEN', 'INVALID_TRANSITION', 'CONFLICT'],
} as const

export const shopPictures = newRouter()
  .post(
    '/:id/logo',
    op({
      ...mine,
      id: 'setShopLogo',
      summary: 'Choisir le logo de ma boutique',
      doc: `Met un logo à la place du précédent : un fichier JPEG, PNG ou WebP, reconnu à son contenu, de 5 Mo au plus. Sa
        logoUrl est nouvelle à chaque fois.`,
      takesDown: true,
      form: SetLogo,
    }),
    async (c) => c.json(ok(await setShopLogo(ctx(c), c.req.valid('param').id, c.req.valid('form')))),
  )
  .post(
    '/:id/banner',
    op({
      ...mine,
      id: 'setShopBanner',
      summary: 'Choisir la bannière de ma boutique',
      doc: "Comme le logo, pour l'image en haut de la page de la boutique : bannerUrl.",
      takesDown: true,
      form: SetBanner,
    }),
    async (c) => c.json(ok(await setShopBanner(ctx(c), c.req.valid('param').id, c.req.valid('form')))),
  )
