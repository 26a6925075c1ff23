import { ListProfiles, listSellerProfiles } from '#domain/shops/profiles/list.ts'
import { showSellerProfile } from '#domain/shops/profiles/show.ts'
import { SellerProfileView } from '#domain/shops/profiles/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam, listOf } from '#kernel/fields.ts'
import { STAFF } from '#kernel/roles.ts'

const READERS = [...STAFF, 'ACCOUNTANT'] as const

export const staffSellers = newRouter()
  .get(
    '/',
    op({
      id: 'listSellerProfiles',
      summary: 'Lister les vendeurs',
      doc: `Les profils vendeurs, les plus récents d'abord, pour l'équipe et la comptabilité. search trouve le début des
        mots du nom commercial, des numéros d'enregistrement ou du téléphone, sans accents ni casse ; filtré par search,
        total plafonne à 1000.`,
      reasons: [],
      roles: READERS,
      query: ListProfiles,
      ok: listOf('profiles', SellerProfileView),
    }),
    async (c) => c.json(ok(await listSellerProfiles(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/:id',
    op({
      id: 'showSellerProfile',
      summary: 'Voir un vendeur',
      doc: "Un profil vendeur, pour l'équipe et la comptabilité.",
      reasons: [],
      roles: READERS,
      param: IdParam,
      ok: SellerProfileView,
    }),
    async (c) => c.json(ok(await showSellerProfile(ctx(c), c.req.valid('param').id))),
  )
