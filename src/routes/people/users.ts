import { Hono } from 'hono'
import { BlockUser, blockUser } from '../../domain/people/users/block.ts'
import { DeleteUser, deleteUser } from '../../domain/people/users/delete.ts'
import { findUser } from '../../domain/people/users/find-user.ts'
import { ForcedLogoutView, forceLogout, StaffAct } from '../../domain/people/users/force-logout.ts'
import { ListUsers, listUsers } from '../../domain/people/users/list-users.ts'
import { PhoneRequestView, RequestPhone, requestPhone } from '../../domain/people/users/request-phone.ts'
import { restoreUser } from '../../domain/people/users/restore.ts'
import { SetRole, setRole } from '../../domain/people/users/set-role.ts'
import { UnblockUser, unblockUser } from '../../domain/people/users/unblock.ts'
import { verifyEmailByStaff, verifyPhoneByStaff } from '../../domain/people/users/verify-by-staff.ts'
import { VerifyPhone, verifyPhone } from '../../domain/people/users/verify-phone.ts'
import { UserFileView, UserList, UserView } from '../../domain/people/users/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam } from '../../kernel/fields.ts'
import { STAFF } from '../../kernel/roles.ts'

export const users = new Hono<AppEnv>()
  .get(
    '/',
    op({ summary: 'Lister les utilisateurs', roles: STAFF, tier: 'authenticated', query: ListUsers, ok: UserList }),
    async (c) => c.json(ok(await listUsers(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/phone/request',
    op({
      summary: 'Demander un code par SMS pour son numéro',
      roles: 'signedIn',
      tier: 'request',
      json: RequestPhone,
      ok: PhoneRequestView,
    }),
    async (c) => c.json(ok(await requestPhone(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/phone/verify',
    op({ summary: 'Vérifier son numéro', roles: 'signedIn', tier: 'credential', json: VerifyPhone, ok: UserView }),
    async (c) => c.json(ok(await verifyPhone(ctx(c), c.req.valid('json')))),
  )
  .get(
    '/:id',
    op({ summary: 'Voir un utilisateur', roles: STAFF, tier: 'authenticated', param: IdParam, ok: UserFileView }),
    async (c) => c.json(ok(await findUser(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/block',
    op({
      summary: 'Bloquer un utilisateur',
      roles: STAFF,
      tier: 'authenticated',
      param: IdParam,
      json: BlockUser,
      ok: UserView,
    }),
    async (c) => c.json(ok(await blockUser(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/unblock',
    op({
      summary: 'Débloquer un utilisateur',
      roles: STAFF,
      tier: 'authenticated',
      param: IdParam,
      json: UnblockUser,
      ok: UserView,
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
    '/:id/delete',
    op({
      summary: 'Supprimer un compte',
      roles: ['ADMIN'],
      tier: 'authenticated',
      param: IdParam,
      json: DeleteUser,
      ok: UserView,
    }),
    async (c) => c.json(ok(await deleteUser(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/restore',
    op({
      summary: 'Rétablir un compte supprimé',
      roles: ['ADMIN'],
      tier: 'authenticated',
      param: IdParam,
      ok: UserView,
    }),
    async (c) => c.json(ok(await restoreUser(ctx(c), c.req.valid('param').id))),
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
