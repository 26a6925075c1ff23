import { Hono } from 'hono'
import { findUser } from '../../domain/people/users/find-user.ts'
import { StaffAct } from '../../domain/people/users/force-logout.ts'
import { ListUsers, listUsers } from '../../domain/people/users/list-users.ts'
import { SetRole, setRole } from '../../domain/people/users/set-role.ts'
import { verifyEmailByStaff, verifyPhoneByStaff } from '../../domain/people/users/verify-by-staff.ts'
import { UserFileView, UserList, UserView } from '../../domain/people/users/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam } from '../../kernel/fields.ts'
import { STAFF } from '../../kernel/roles.ts'

export const users = new Hono<AppEnv>()
  .get(
    '/',
    op({
      summary: 'Lister les utilisateurs',
      roles: STAFF,
      tier: 'authenticated',
      query: ListUsers,
      ok: UserList,
    }),
    async (c) => c.json(ok(await listUsers(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/:id',
    op({
      summary: 'Voir un utilisateur',
      roles: STAFF,
      tier: 'authenticated',
      param: IdParam,
      ok: UserFileView,
    }),
    async (c) => c.json(ok(await findUser(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/verify-email',
    op({
      summary: "Confirmer l'adresse d'un utilisateur",
      roles: STAFF,
      tier: 'authenticated',
      param: IdParam,
      json: StaffAct,
      ok: UserView,
    }),
    async (c) => c.json(ok(await verifyEmailByStaff(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/verify-phone',
    op({
      summary: "Confirmer le numéro d'un utilisateur",
      roles: STAFF,
      tier: 'authenticated',
      param: IdParam,
      json: StaffAct,
      ok: UserView,
    }),
    async (c) => c.json(ok(await verifyPhoneByStaff(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/role',
    op({
      summary: "Changer le rôle d'un utilisateur",
      roles: ['ADMIN'],
      tier: 'authenticated',
      param: IdParam,
      json: SetRole,
      ok: UserView,
    }),
    async (c) => c.json(ok(await setRole(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
