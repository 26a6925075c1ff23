import { BlockUser, blockUser } from '#domain/people/users/block.ts'
import { DeleteUser, deleteUser } from '#domain/people/users/delete.ts'
import { ForcedLogoutView, ForceLogout, forceLogout } from '#domain/people/users/force-logout.ts'
import { RestoreUser, restoreUser } from '#domain/people/users/restore.ts'
import { UnblockUser, unblockUser } from '#domain/people/users/unblock.ts'
import { UserView } from '#domain/people/users/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'
import { STAFF } from '#kernel/roles.ts'

const readAgainAt = '/api/v1/users/:id'
const byStaff = { roles: STAFF, param: IdParam, ok: UserView, readAgainAt } as const

const byAdmin = { roles: ['ADMIN'], param: IdParam, ok: UserView, readAgainAt } as const

export const userAccess = newRouter()
  .post(
    '/:id/block',
    op({
      ...byStaff,
      id: 'blockUser',
      summary: 'Bloquer un utilisateur',
      doc: `Ferme toutes les sessions d'un compte, qui ne se connecte plus ; les produits d'un vendeur quittent les
        listes publiques. Le SUPPORT ne peut pas agir sur un
        ADMIN (403), ni personne sur soi-même (409). unblockUser le lève. L'équipe : avec preuve, et les ADMIN
        sont prévenus.`,
      proof: 'ofTeam',
      reasons: ['FORBIDDEN', 'CONFLICT', 'INVALID_TRANSITION'],
      takesDown: true,
      json: BlockUser,
    }),
    async (c) => c.json(ok(await blockUser(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/unblock',
    op({
      ...byStaff,
      id: 'unblockUser',
      summary: 'Débloquer un utilisateur',
      doc: `La personne se reconnecte, les produits d'un vendeur reviennent. Le SUPPORT ne peut
        pas agir sur un ADMIN (403), ni personne sur soi-même (409). L'équipe : avec preuve, et les ADMIN sont
        prévenus ; un ADMIN n'approuve rien pendant 24 heures (APPROVER_HELD).`,
      proof: 'ofTeam',
      reasons: ['FORBIDDEN', 'CONFLICT', 'INVALID_TRANSITION'],
      json: UnblockUser,
    }),
    async (c) => c.json(ok(await unblockUser(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/force-logout',
    op({
      id: 'forceLogout',
      summary: 'Déconnecter un utilisateur partout',
      doc: `Ferme toutes les sessions d'un compte ; revokedSessions dit combien. La personne peut se reconnecter,
        sauf blockUser. Le SUPPORT ne peut pas agir sur un ADMIN (403), ni personne sur soi-même (409). resetFactors
        (ADMIN, avec preuve, sur l'équipe) retire mot de passe et facteurs, et envoie un lien pour recommencer ; les
        ADMIN sont prévenus.`,
      proof: 'ofTeam',
      reasons: ['FORBIDDEN', 'CONFLICT'],
      roles: STAFF,
      param: IdParam,
      json: ForceLogout,
      ok: ForcedLogoutView,
    }),
    async (c) => c.json(ok(await forceLogout(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/delete',
    op({
      ...byAdmin,
      id: 'deleteUser',
      summary: 'Supprimer un compte',
      doc: `Ses sessions sont fermées, ses boutiques dépubliées, son adresse et son numéro redeviennent libres, et un
        e-mail le prévient. Ses données sont effacées 30 jours après au plus tard ; d'ici là, restoreUser le rétablit. Refusé (409) sur soi-même, sur le dernier ADMIN, et tant qu'il
        reste des commandes ou retraits en cours ou de l'argent au portefeuille. Avec preuve ;
        les ADMIN sont prévenus.`,
      proof: 'always',
      reasons: ['CONFLICT', 'INVALID_TRANSITION'],
      takesDown: true,
      json: DeleteUser,
    }),
    async (c) => c.json(ok(await deleteUser(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/restore',
    op({
      ...byAdmin,
      id: 'restoreUser',
      summary: 'Rétablir un compte supprimé',
      doc: `Rétablit un compte supprimé tant que ses données ne sont pas effacées : la personne se reconnecte comme
        avant, un e-mail le lui dit, et aucun effacement n'est plus prévu. Un vendeur publie à nouveau ses boutiques.
        Un 409 ALREADY_EXISTS : un autre compte a pris l'adresse ; donnez-en une autre (email), vérifiée par l'équipe : la
        personne s'y connecte, sans retrait pendant 24 heures. Un numéro pris n'est plus vérifié. Avec preuve ; les
        ADMIN sont prévenus, et un ADMIN rétabli n'approuve rien pendant 24 heures (APPROVER_HELD).`,
      proof: 'always',
      reasons: ['CONFLICT', 'INVALID_TRANSITION', 'ALREADY_EXISTS'],
      json: RestoreUser,
    }),
    async (c) => c.json(ok(await restoreUser(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
