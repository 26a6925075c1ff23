import * as z from 'zod'
import { createRate } from '#domain/money/rates/create.ts'
import { deleteRate } from '#domain/money/rates/delete.ts'
import { SetRate } from '#domain/money/rates/fields.ts'
import { ListRates, listRates } from '#domain/money/rates/list.ts'
import { ConversionView, PreviewConversion, previewConversion } from '#domain/money/rates/preview.ts'
import { showRate } from '#domain/money/rates/show.ts'
import { UpdateRate, updateRate } from '#domain/money/rates/update.ts'
import { upsertRate } from '#domain/money/rates/upsert.ts'
import { ExchangeRateView } from '#domain/money/rates/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam, listOf } from '#kernel/fields.ts'
import { FINANCE } from '#kernel/roles.ts'

const rates$ = listOf('rates', ExchangeRateView)

export const exchangeRates = newRouter()
  .get(
    '/',
    op({
      id: 'listExchangeRates',
      summary: 'Taux de change',
      doc: `Tous les taux fixés, les plus récents d'abord, aussi ceux à venir ou inactifs. En vigueur : le dernier actif d'une
        paire dont effectiveAt est passé. total plafonne à 1000.`,
      reasons: [],
      roles: 'public',
      cache: 'shared',
      query: ListRates,
      ok: rates$,
    }),
    async (c) => c.json(ok(await listRates(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/',
    op({
      id: 'createExchangeRate',
      summary: 'Ajouter un taux de change',
      doc: `Ajoute un taux, à côté des autres : ce qu'une unité de baseCurrency vaut en quoteCurrency, à partir d'effectiveAt
        (maintenant s'il manque). Jusqu'à 8 décimales. Plus de 20 % d'écart avec celui en vigueur, l'inverse
        ou la valeur d'avant les 12 dernières heures : RATE_JUMP, sauf si un ADMIN (compte prouvé) envoie confirmJump.`,
      isHeld: true,
      reasons: ['RATE_JUMP', 'REAUTH_REQUIRED'],
      roles: FINANCE,
      json: SetRate,
      status: 201,
      ok: ExchangeRateView,
    }),
    async (c) => c.json(ok(await createRate(ctx(c), c.req.valid('json'))), 201),
  )
  .put(
    '/',
    op({
      id: 'upsertExchangeRate',
      summary: 'Fixer un taux de change',
      doc: `Change le taux de cette paire à cet effectiveAt (maintenant s'il manque), ou l'ajoute. Un taux dont une commande
        ou un paiement s'est servi ne change plus : 409. RATE_JUMP : comme à l'ajout.`,
      isHeld: true,
      reasons: ['IN_USE', 'RATE_JUMP', 'REAUTH_REQUIRED'],
      roles: FINANCE,
      json: SetRate,
      ok: ExchangeRateView,
    }),
    async (c) => c.json(ok(await upsertRate(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/preview',
    op({
      id: 'previewConversion',
      summary: 'Essayer une conversion',
      doc: `Convertit un montant au taux en vigueur, arrondi au plus proche : le taux direct, sinon l'inverse, sinon par le
        dollar (rateId vaut alors null). Sans taux : 404.`,
      reasons: ['NOT_FOUND'],
      roles: 'signedIn',
      json: PreviewConversion,
      ok: ConversionView,
    }),
    async (c) => c.json(ok(await previewConversion(ctx(c), c.req.valid('json')))),
  )
  .get(
    '/:id',
    op({
      id: 'showExchangeRate',
      summary: 'Un taux de change',
      doc: 'Un taux fixé, en vigueur ou non. Pour un visiteur, la réponse reste valable 30 secondes en cache.',
      reasons: [],
      roles: 'public',
      cache: 'shared',
      param: IdParam,
      ok: ExchangeRateView,
    }),
    async (c) => c.json(ok(await showRate(ctx(c), c.req.valid('param').id))),
  )
  .put(
    '/:id',
    op({
      id: 'updateExchangeRate',
      summary: 'Modifier un taux de change',
      doc: `Corrige un taux : seuls les champs envoyés changent. Un taux dont une commande ou un paiement s'est servi ne
        change plus que d'isActive. RATE_JUMP : comme à l'ajout, aussi quand un autre
        revient en vigueur.`,
      isHeld: true,
      reasons: ['IN_USE', 'RATE_JUMP', 'REAUTH_REQUIRED'],
      roles: FINANCE,
      param: IdParam,
      json: UpdateRate,
      ok: ExchangeRateView,
    }),
    async (c) => c.json(ok(await updateRate(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .delete(
    '/:id',
    op({
      id: 'deleteExchangeRate',
      summary: 'Supprimer un taux de change',
      doc: `Supprime un taux dont rien ne s'est servi ; les autres se désactivent. RATE_JUMP si un taux éloigné revenait :
        un ADMIN désactive d'abord celui-ci.`,
      reasons: ['IN_USE', 'RATE_JUMP'],
      roles: FINANCE,
      param: IdParam,
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await deleteRate(ctx(c), c.req.valid('param').id))),
  )
