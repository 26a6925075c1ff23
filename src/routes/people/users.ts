import { ListUsers, listUsers } from '#domain/people/users/list-users.ts'
import { SetRole, setRole } from '#domain/people/users/set-role.ts'
import { showUser } from '#domain/people/users/show-user.ts'
import { StaffAct } from '#domain/people/users/staff-act.ts'
import { verifyEmailByStaff, verifyPhoneByStaff } from '#domain/people/users/verify-by-staff.ts'
import { UserFileView, UserList, UserView } from '#domain/people/users/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'
import { STAFF } from '#kernel/roles.ts'

export const users = newRouter()
  .get(
    '/',
    op({
      id: 'listUsers',
      summary: 'Lister les utilisateurs',
      doc: `Les comptes, les plus récents d'abord, pour l'équipe. « search » cherche des débuts de mots dans le nom et
        l'e-mail, sans égard aux accents ni à la casse ; « role » filtre. Avec « search », « total » ne compte pas
        au-delà de 1000.`,
      reasons: [],
      roles: STAFF,
      query: ListUsers,
      ok: UserList,
    }),
    async (c) => c.json(ok(await listUsers(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/:id',
    op({
      id: 'showUser',
      summary: 'Voir un utilisateur',
      doc: `Le dossier d'un compte, pour l'équipe : le profil, la dernière connexion, le nombre de sessions ouvertes
        et d'achats, le motif de blocage. Un compte supprimé se lit aussi, avec deletedAt.`,
      reasons: [],
      roles: STAFF,
      param: IdParam,
      ok: UserFileView,
    }),
    async (c) => c.json(ok(await showUser(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/verify-email',
    op({
      id: 'verifyEmailByStaff',
      summary: "Confirmer l'adresse d'un utilisateur",
      doc: `L'équipe confirme elle-même l'adresse e-mail d'un compte, comme l'aurait fait son code : la personne peut
        alors se connecter. Une adresse déjà vérifiée reste telle quelle. Le SUPPORT ne peut pas agir sur un ADMIN
        (403), ni personne sur soi-même (409).`,
      reasons: ['FORBIDDEN', 'CONFLICT'],
      roles: STAFF,
      param: IdParam,
      json: StaffAct,
      ok: UserView,
      readAgainAt: '/api/v1/users/:id',
    }),
    async (c) => c.json(ok(await verifyEmailByStaff(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/verify-phone',
    op({
      id: 'verifyPhoneByStaff',
      summary: "Confirmer le numéro d'un utilisateur",
      doc: `L'équipe confirme elle-même le numéro d'un compte, comme l'aurait fait son code ; déjà vérifié, il reste
        tel quel. Un 409 sans « reason » : le compte n'a pas de numéro, ou c'est son propre compte ; avec
        ALREADY_EXISTS : un autre compte a vérifié ce numéro. Le SUPPORT ne peut pas agir sur un ADMIN (403).`,
      reasons: ['FORBIDDEN', 'CONFLICT', 'ALREADY_EXISTS'],
      roles: STAFF,
      param: IdParam,
      json: StaffAct,
      ok: UserView,
      readAgainAt: '/api/v1/users/:id',
    }),
    async (c) => c.json(ok(await verifyPhoneByStaff(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/role',
    op({
      id: 'setRole',
      summary: "Changer le rôle d'un utilisateur",
      doc: `Ferme aussi toutes les sessions du compte. Qui cesse de vendre voit ses boutiques dépubliées, qui cesse de
        livrer passe hors ligne. Refusé (409) sur soi-même, sur le dernier ADMIN, et pour un vendeur ou livreur avec des
        commandes ou retraits en cours ou de l'argent au portefeuille. Un rôle de l'équipe : avec preuve, et les ADMIN sont prévenus ; un
        nouvel ADMIN n'approuve rien qui touche à l'argent pendant 24 heures (APPROVER_HELD).`,
      proof: 'ofTeam',
      reasons: ['CONFLICT', 'INVALID_TRANSITION'],
      roles: ['ADMIN'],
      takesDown: true,
      param: IdParam,
      json: SetRole,
      ok: UserView,
      readAgainAt: '/api/v1/users/:id',
    }),
    async (c) => c.json(ok(await setRole(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
