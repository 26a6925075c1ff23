import * as z from 'zod'
import { AddAddress, addAddress } from '#domain/people/addresses/add.ts'
import { EditAddress, editAddress } from '#domain/people/addresses/edit.ts'
import { listAddresses } from '#domain/people/addresses/list.ts'
import { removeAddress } from '#domain/people/addresses/remove.ts'
import { AddressListView, AddressView } from '#domain/people/addresses/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'

export const addresses = newRouter()
  .get(
    '/',
    op({
      id: 'listAddresses',
      summary: 'Mes adresses',
      doc: "Ses adresses de livraison, les plus récentes d'abord, 20 au plus ; une seule a isDefault.",
      reasons: [],
      roles: 'signedIn',
      ok: AddressListView,
    }),
    async (c) => c.json(ok(await listAddresses(ctx(c)))),
  )
  .post(
    '/',
    op({
      id: 'addAddress',
      summary: 'Ajouter une adresse',
      doc: `Ajoute une adresse de livraison. La première est celle par défaut ; ensuite, « isDefault: true » prend la
        place de la précédente. Un numéro national reçoit l'indicatif de « country ». Au plus 20 adresses.`,
      reasons: ['CONFLICT'],
      roles: 'signedIn',
      json: AddAddress,
      status: 201,
      ok: AddressView,
    }),
    async (c) => c.json(ok(await addAddress(ctx(c), c.req.valid('json'))), 201),
  )
  .put(
    '/:id',
    op({
      id: 'editAddress',
      summary: 'Modifier une adresse',
      doc: `Change une de ses adresses : seul ce qui est envoyé change, « null » efface une partie facultative.
        « isDefault: true » en fait celle par défaut ; « false » sur celle par défaut est refusé (409) : en choisir
        plutôt une autre.`,
      reasons: ['CONFLICT'],
      roles: 'signedIn',
      param: IdParam,
      json: EditAddress,
      ok: AddressView,
    }),
    async (c) => c.json(ok(await editAddress(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .delete(
    '/:id',
    op({
      id: 'removeAddress',
      summary: 'Supprimer une adresse',
      doc: "Supprime une de ses adresses. Si c'était celle par défaut, la plus récente qui reste le devient.",
      reasons: [],
      roles: 'signedIn',
      param: IdParam,
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await removeAddress(ctx(c), c.req.valid('param').id))),
  )
