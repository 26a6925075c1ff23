import { Hono } from 'hono'
import { ApplyAsRider, applyAsRider } from '../../domain/orders/riders/apply.ts'
import { EditMyRider, editMyRider } from '../../domain/orders/riders/edit-mine.ts'
import { findMyRider } from '../../domain/orders/riders/find-rider.ts'
import { SetAvailability, setAvailability } from '../../domain/orders/riders/set-availability.ts'
import { SetLocation, setLocation } from '../../domain/orders/riders/set-location.ts'
import { RiderView } from '../../domain/orders/riders/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'

const mine = { roles: ['RIDER'], ok: RiderView } as const

export const riders = new Hono<AppEnv>()
  .post(
    '/apply',
    op({
      summary: 'Devenir livreur',
      roles: 'signedIn',
      tier: 'authenticated',
      json: ApplyAsRider,
      status: 201,
      ok: RiderView,
    }),
    async (c) => c.json(ok(await applyAsRider(ctx(c), c.req.valid('json'))), 201),
  )
  .get(
    '/me',
    op({
      ...mine,
      summary: 'Mon profil de livreur',
      tier: 'authenticated',
    }),
    async (c) => c.json(ok(await findMyRider(ctx(c)))),
  )
  .put(
    '/me',
    op({
      ...mine,
      summary: 'Modifier mon profil de livreur',
      tier: 'authenticated',
      json: EditMyRider,
    }),
    async (c) => c.json(ok(await editMyRider(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/me/availability',
    op({
      ...mine,
      summary: 'Changer ma disponibilité',
      tier: 'authenticated',
      json: SetAvailability,
    }),
    async (c) => c.json(ok(await setAvailability(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/me/location',
    op({
      ...mine,
      summary: 'Envoyer ma position',
      tier: 'authenticated',
      json: SetLocation,
    }),
    async (c) => c.json(ok(await setLocation(ctx(c), c.req.valid('json')))),
  )
