import * as z from 'zod'
import { closeShop } from '#domain/shops/shops/close.ts'
import { CreateShop, createShop } from '#domain/shops/shops/create.ts'
import { listMyShops } from '#domain/shops/shops/list-mine.ts'
import { publishShop, unpublishShop } from '#domain/shops/shops/publish.ts'
import { UpdateShop, updateShop } from '#domain/shops/shops/update.ts'
import { ShopView } from '#domain/shops/shops/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'
import { again } from './again.ts'

const MyShops = z.object({ shops: z.array(ShopView), quota: z.object({ used: z.int(), max: z.int() }) })
const mine = { roles: ['SELLER'], param: IdParam, ok: ShopView, again } as const

export const myShops = newRouter()
  .post(
    '/',
    op({
      id: 'createShop',
      needsTerms: true,
      summary: 'Ouvrir une boutique',
      doc: `Crée une boutique en brouillon, invisible du public. Il faut un abonnement en cours et une place dans le
        plan. Son slug vient du nom et ne change plus ; par défaut elle vend en USD, prépare en 30 minutes et propose
        livraison et retrait. Rendez-la visible par POST /seller/shop/:id/publish.`,
      reasons: ['FORBIDDEN', 'SUBSCRIPTION_REQUIRED', 'PLAN_LIMIT_REACHED'],
      roles: ['SELLER'],
      json: CreateShop,
      status: 201,
      ok: ShopView,
      again,
    }),
    async (c) => c.json(ok(await createShop(ctx(c), c.req.valid('json'))), 201),
  )
  .get(
    '/me',
    op({
      id: 'listMyShops',
      summary: 'Mes boutiques',
      doc: `Toutes les boutiques du vendeur connecté, de tout état, les plus récentes d'abord, avec quota : combien
        sont utilisées et combien son plan en permet (0 sans abonnement en cours). Une boutique fermée ne compte pas.`,
      reasons: ['FORBIDDEN'],
      roles: ['SELLER'],
      ok: MyShops,
    }),
    async (c) => c.json(ok(await listMyShops(ctx(c)))),
  )
  .put(
    '/:id',
    op({
      ...mine,
      id: 'updateShop',
      summary: 'Modifier ma boutique',
      doc: `Modifie une boutique du vendeur connecté : seuls les champs envoyés changent, son slug reste. Envoyez la
        version lue pour ne pas écraser un autre changement. Changer de devise oblige à redonner le minimum de
        commande s'il y en a un. Une boutique fermée ne se modifie plus.`,
      reasons: ['FORBIDDEN', 'VERSION_MISMATCH', 'ALREADY_EXISTS', 'INVALID_TRANSITION'],
      json: UpdateShop,
    }),
    async (c) => c.json(ok(await updateShop(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .delete(
    '/:id',
    op({
      id: 'closeShop',
      summary: 'Fermer ma boutique',
      doc: `Ferme une boutique pour de bon : elle ne se rouvre pas, ses produits sont archivés, sa place dans le plan est
        libre. Impossible tant qu'une de ses commandes est en cours (IN_USE).`,
      reasons: ['FORBIDDEN', 'IN_USE', 'INVALID_TRANSITION'],
      roles: ['SELLER'],
      takesDown: true,
      param: IdParam,
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await closeShop(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/publish',
    op({
      ...mine,
      id: 'publishShop',
      needsTerms: true,
      summary: 'Publier ma boutique',
      doc: `Ouvre la boutique au public : elle devient visible, et avec elle ceux de ses produits publiés que
        l'abonnement en cours et la limite du plan permettent. Possible depuis un brouillon ou une boutique
        dépubliée, tant que le plan permet une boutique publiée de plus (sinon PLAN_LIMIT_REACHED) ; une boutique
        suspendue par l'équipe reste fermée. « hiddenReason » PLAN_LIMIT_REACHED : publiée, mais masquée parce que le
        plan en permet moins ; les premières publiées restent, et elle reparaît d'elle-même dès qu'une place se libère.`,
      reasons: [
        'FORBIDDEN',
        'KYC_REQUIRED',
        'SHOP_SUSPENDED',
        'ALREADY_EXISTS',
        'INVALID_TRANSITION',
        'PLAN_LIMIT_REACHED',
      ],
    }),
    async (c) => c.json(ok(await publishShop(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/unpublish',
    op({
      ...mine,
      id: 'unpublishShop',
      summary: 'Dépublier ma boutique',
      doc: `Retire la boutique et ses produits de la vue du public ; on ne peut plus y commander. Les commandes déjà
        passées continuent. Elle se republie quand le vendeur veut.`,
      reasons: ['FORBIDDEN', 'SHOP_SUSPENDED', 'INVALID_TRANSITION'],
      takesDown: true,
    }),
    async (c) => c.json(ok(await unpublishShop(ctx(c), c.req.valid('param').id))),
  )
