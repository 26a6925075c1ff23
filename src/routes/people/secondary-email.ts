import * as z from 'zod'
import { OneEmail } from '#domain/core/codes/mail-code.ts'
import { promoteSecondaryEmail } from '#domain/people/secondary-email/promote.ts'
import { removeSecondaryEmail } from '#domain/people/secondary-email/remove.ts'
import { requestSecondaryEmail } from '#domain/people/secondary-email/request.ts'
import { SecondaryEmailView, showSecondaryEmail } from '#domain/people/secondary-email/show.ts'
import { VerifySecondaryEmail, verifySecondaryEmail } from '#domain/people/secondary-email/verify.ts'
import { MarkedUserView } from '#domain/people/users/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { giveDevice } from '#http/session.ts'

export const secondaryEmail = newRouter()
  .get(
    '/',
    op({
      id: 'showSecondaryEmail',
      summary: 'Mon adresse de secours',
      doc: `L'adresse de secours de son compte, masquée (a•••@example.com), ou « null » s'il n'y en a pas. Elle sert à
        récupérer le compte et reçoit les avis de sécurité.`,
      reasons: [],
      roles: 'signedIn',
      tier: 'session',
      ok: SecondaryEmailView,
    }),
    async (c) => c.json(ok(await showSecondaryEmail(ctx(c)))),
  )
  .post(
    '/',
    op({
      id: 'requestSecondaryEmail',
      summary: 'Proposer une adresse de secours',
      doc: `Envoie un code à 6 chiffres, valable 10 minutes, à l'adresse proposée ; rien ne change avant
        verifySecondaryEmail. Preuve exigée (reauthenticate). L'adresse principale est refusée (409).
        Une minute entre deux codes, 30 messages par heure au plus vers une adresse.`,
      reasons: ['REAUTH_REQUIRED', 'ALREADY_EXISTS', 'TOO_MANY_REQUESTS'],
      roles: 'signedIn',
      tier: 'request',
      json: OneEmail,
      ok: z.object({ sent: z.literal(true) }),
    }),
    async (c) => c.json(ok(await requestSecondaryEmail(ctx(c), c.req.valid('json')))),
  )
  .delete(
    '/',
    op({
      id: 'removeSecondaryEmail',
      summary: 'Retirer mon adresse de secours',
      doc: `Retire l'adresse de secours : elle ne peut plus servir à récupérer le compte. Les deux adresses sont
        prévenues par e-mail. Preuve exigée (reauthenticate). Sans adresse de secours, la réponse est
        404.`,
      reasons: ['REAUTH_REQUIRED', 'NOT_FOUND'],
      roles: 'signedIn',
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await removeSecondaryEmail(ctx(c)))),
  )
  .post(
    '/verify',
    op({
      id: 'verifySecondaryEmail',
      summary: 'Confirmer mon adresse de secours',
      doc: `Confirme l'adresse de secours avec le code qu'elle a reçu ; il vaut 10 minutes, 5 essais et une fois. Elle
        remplace la précédente s'il y en avait une. L'adresse principale, l'adresse remplacée et le numéro sont
        prévenus, avec un lien de 7 jours qui annule ce changement ; les autres sessions sont fermées. Elle ne récupère
        le compte qu'après 7 jours. Preuve exigée (reauthenticate).`,
      reasons: ['REAUTH_REQUIRED', 'INVALID_VERIFICATION_CODE', 'GONE', 'TOO_MANY_REQUESTS', 'ALREADY_EXISTS'],
      roles: 'signedIn',
      tier: 'credential',
      json: VerifySecondaryEmail,
      ok: z.object({ verified: z.literal(true) }),
    }),
    async (c) => c.json(ok(await verifySecondaryEmail(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/promote',
    op({
      id: 'promoteSecondaryEmail',
      summary: 'Faire de mon adresse de secours la principale',
      doc: `Fait de « email », l'adresse de secours, la première, et de la première l'adresse de secours ; déjà la
        première, rien ne change. Adresses et numéro sont prévenus, avec un lien de 7 jours qui annule ce changement ;
        les autres sessions sont fermées, les retraits attendent 24 heures. Preuve exigée (reauthenticate). Un 409 sans
        « reason » : ce n'est pas l'adresse de secours ; avec ALREADY_EXISTS : un autre compte l'a comme première.`,
      reasons: ['REAUTH_REQUIRED', 'CONFLICT', 'ALREADY_EXISTS'],
      roles: 'signedIn',
      json: OneEmail,
      ok: MarkedUserView,
    }),
    async (c) => c.json(ok(giveDevice(c, await promoteSecondaryEmail(ctx(c), c.req.valid('json'))))),
  )
