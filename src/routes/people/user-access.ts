import { Hono } from 'hono'
import { BlockUser, blockUser } from '../../domain/people/users/block.ts'
import { DeleteUser, deleteUser } from '../../domain/people/users/delete.ts'
import { ForcedLogoutView, forceLogout, StaffAct } from '../../domain/people/users/force-logout.ts'
import { restoreUser } from '../../domain/people/users/restore.ts'
import { UnblockUser, unblockUser } from '../../domain/people/users/unblock.ts'
import { UserView } from '../../domain/people/users/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam } from '../../kernel/fields.ts'
import { STAFF } from '../../kernel/roles.ts'

const byStaff = { roles: STAFF, param: IdParam, ok: UserView } as const

const byAdmin = { roles: ['ADMIN'], param: IdParam, ok: UserView } as const

export const userAccess = new Hono<AppEnv>()
  .post(
    '/:id/block',
    op({
      ...byStaff,
      summary: 'Bloquer un utilisateur',
      tier: 'authenticated',
      json: BlockUser,
    }),
    async (c) => c.json(ok(await blockUser(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/unblock',
    op({
      ...byStaff,
      summary: 'Débloquer un utilisateur',
      tier: 'authenticated',
      json: UnblockUser,
    }),
    async (c) => c.json(ok(await unblockUser(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/force-logout',
    op({
      summary: 'Déconnecter un utilisateur partout',
      roles: STAFF,
      tier: 'authenticated',
      param: IdParam,
      json: StaffAct,
      ok: ForcedLogoutView,
    }),
    async (c) => c.json(ok(await forceLogout(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/delete',
    op({
      ...byAdmin,
      summary: 'Supprimer un compte',
      tier: 'authenticated',
      json: DeleteUser,
    }),
    async (c) => c.json(ok(await deleteUser(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/restore',
    op({
      ...byAdmin,
      summary: 'Rétablir un compte supprimé',
      tier: 'authenticated',
    }),
    async (c) => c.json(ok(await restoreUser(ctx(c), c.req.valid('param').id))),
  )
