import * as z from 'zod'
import { CreateZone, createZone } from '#domain/orders/zones/create.ts'
import { deleteZone } from '#domain/orders/zones/delete.ts'
import { ListZones, listZones } from '#domain/orders/zones/list.ts'
import { UpdateZone, updateZone } from '#domain/orders/zones/update.ts'
import { ZoneList, ZoneView } from '#domain/orders/zones/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'

export const zones = newRouter()
  .get(
    '/',
    op({
      id: 'listZones',
      summary: 'Zones de livraison',
      doc: `Où vont les livreurs et ce que cela coûte, les plus récentes d'abord, fermées comprises (isOpen). Le livreur
        choisit les siennes par PUT /riders/me.`,
      reasons: [],
      roles: 'public',
      knowsCaller: true,
      cache: 'shared',
      query: ListZones,
      ok: ZoneList,
    }),
    async (c) => c.json(ok(await listZones(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/',
    op({
      id: 'createZone',
      summary: 'Créer une zone',
      doc: `Ajoute une zone : un centre, un rayon en kilomètres, les frais. Deux façons d'écrire
        un nom sont le même nom.`,
      reasons: ['ALREADY_EXISTS'],
      roles: ['ADMIN'],
      json: CreateZone,
      status: 201,
      ok: ZoneView,
    }),
    async (c) => c.json(ok(await createZone(ctx(c), c.req.valid('json'))), 201),
  )
  .put(
    '/:id',
    op({
      id: 'updateZone',
      summary: 'Modifier une zone',
      doc: `Change les champs envoyés, pour les commandes à venir : celles déjà passées gardent leurs frais. Fermée
        (isOpen false), la zone ne sert plus aux nouvelles commandes.`,
      reasons: ['ALREADY_EXISTS', 'VERSION_MISMATCH'],
      roles: ['ADMIN'],
      param: IdParam,
      json: UpdateZone,
      ok: ZoneView,
    }),
    async (c) => c.json(ok(await updateZone(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .delete(
    '/:id',
    op({
      id: 'deleteZone',
      summary: 'Supprimer une zone',
      doc: `Supprime une zone dont aucun livreur ni aucune course en cours ne dépend ; sinon, fermez-la.`,
      reasons: ['IN_USE'],
      roles: ['ADMIN'],
      param: IdParam,
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await deleteZone(ctx(c), c.req.valid('param').id))),
  )
