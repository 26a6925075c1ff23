import { Hono } from 'hono'
import { WalletTransactionView } from '../../domain/money/wallet/view.ts'
import { Withdraw, withdraw } from '../../domain/money/wallet/withdraw.ts'
import { ApplyAsRider, applyAsRider } from '../../domain/orders/riders/apply.ts'
import { ApproveRider, DecideRider, decideRider } from '../../domain/orders/riders/decide.ts'
import { EditMyRider, editMyRider } from '../../domain/orders/riders/edit-mine.ts'
import { findMyRider, findRider } from '../../domain/orders/riders/find-rider.ts'
import { ListRiders, listRiders } from '../../domain/orders/riders/list-riders.ts'
import { SetAvailability, setAvailability } from '../../domain/orders/riders/set-availability.ts'
import { SetLocation, setLocation } from '../../domain/orders/riders/set-location.ts'
import { RiderList, RiderView } from '../../domain/orders/riders/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam } from '../../kernel/fields.ts'
import { STAFF } from '../../kernel/roles.ts'

const tier = 'authenticated'

export const riders = new Hono<AppEnv>()
  .post(
    '/apply',
    op({ summary: 'Devenir livreur', roles: 'signedIn', tier, json: ApplyAsRider, status: 201, ok: RiderView }),
    async (c) => c.json(ok(await applyAsRider(ctx(c), c.req.valid('json'))), 201),
  )
  .get('/me', op({ summary: 'Mon profil de livreur', roles: ['RIDER'], tier, ok: RiderView }), async (c) =>
    c.json(ok(await findMyRider(ctx(c)))),
  )
  .put(
    '/me',
    op({ summary: 'Modifier mon profil de livreur', roles: ['RIDER'], tier, json: EditMyRider, ok: RiderView }),
    async (c) => c.json(ok(await editMyRider(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/me/availability',
    op({ summary: 'Changer ma disponibilité', roles: ['RIDER'], tier, json: SetAvailability, ok: RiderView }),
    async (c) => c.json(ok(await setAvailability(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/me/location',
    op({ summary: 'Envoyer ma position', roles: ['RIDER'], tier, json: SetLocation, ok: RiderView }),
    async (c) => c.json(ok(await setLocation(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/me/payout',
    op({
      summary: 'Retirer de mon portefeuille de livreur',
      roles: ['RIDER'],
      tier: 'credential',
      json: Withdraw,
      status: 201,
      ok: WalletTransactionView,
    }),
    async (c) => c.json(ok(await withdraw(ctx(c), c.req.valid('json'))), 201),
  )
  .get('/', op({ summary: 'Lister les livreurs', roles: STAFF, tier, query: ListRiders, ok: RiderList }), async (c) =>
    c.json(ok(await listRiders(ctx(c), c.req.valid('query')))),
  )
  .get('/:id', op({ summary: 'Voir un livreur', roles: STAFF, tier, param: IdParam, ok: RiderView }), async (c) =>
    c.json(ok(await findRider(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/approve',
    op({ summary: 'Approuver un livreur', roles: STAFF, tier, param: IdParam, json: ApproveRider, ok: RiderView }),
    async (c) => c.json(ok(await decideRider(ctx(c), c.req.valid('param').id, 'approve', c.req.valid('json')))),
  )
  .post(
    '/:id/reject',
    op({ summary: 'Refuser un livreur', roles: STAFF, tier, param: IdParam, json: DecideRider, ok: RiderView }),
    async (c) => c.json(ok(await decideRider(ctx(c), c.req.valid('param').id, 'reject', c.req.valid('json')))),
  )
  .post(
    '/:id/suspend',
    op({ summary: 'Suspendre un livreur', roles: STAFF, tier, param: IdParam, json: DecideRider, ok: RiderView }),
    async (c) => c.json(ok(await decideRider(ctx(c), c.req.valid('param').id, 'suspend', c.req.valid('json')))),
  )
  .post(
    '/:id/reactivate',
    op({ summary: 'Rétablir un livreur', roles: STAFF, tier, param: IdParam, json: ApproveRider, ok: RiderView }),
    async (c) => c.json(ok(await decideRider(ctx(c), c.req.valid('param').id, 'reactivate', c.req.valid('json')))),
  )
