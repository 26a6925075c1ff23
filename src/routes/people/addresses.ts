import { Hono } from 'hono'
import * as z from 'zod'
import { AddAddress, addAddress } from '../../domain/people/addresses/add.ts'
import { EditAddress, editAddress } from '../../domain/people/addresses/edit.ts'
import { listAddresses } from '../../domain/people/addresses/list.ts'
import { removeAddress } from '../../domain/people/addresses/remove.ts'
import { AddressListView, AddressView } from '../../domain/people/addresses/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam } from '../../kernel/fields.ts'

export const addresses = new Hono<AppEnv>()
  .get(
    '/',
    op({
      summary: 'Mes adresses',
      roles: 'signedIn',
      tier: 'authenticated',
      ok: AddressListView,
    }),
    async (c) => c.json(ok(await listAddresses(ctx(c)))),
  )
  .post(
    '/',
    op({
      summary: 'Ajouter une adresse',
      roles: 'signedIn',
      tier: 'authenticated',
      json: AddAddress,
      status: 201,
      ok: AddressView,
    }),
    async (c) => c.json(ok(await addAddress(ctx(c), c.req.valid('json'))), 201),
  )
  .put(
    '/:id',
    op({
      summary: 'Modifier une adresse',
      roles: 'signedIn',
      tier: 'authenticated',
      param: IdParam,
      json: EditAddress,
      ok: AddressView,
    }),
    async (c) => c.json(ok(await editAddress(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .delete(
    '/:id',
    op({
      summary: 'Supprimer une adresse',
      roles: 'signedIn',
      tier: 'authenticated',
      param: IdParam,
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await removeAddress(ctx(c), c.req.valid('param').id))),
  )
