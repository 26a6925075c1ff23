import { EmailRequestView, RequestEmail, requestEmail } from '#domain/people/profile/request-email.ts'
import { VerifyNewEmail, verifyNewEmail } from '#domain/people/profile/verify-new-email.ts'
import { MarkedUserView } from '#domain/people/users/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { giveDevice } from '#http/session.ts'

export const email = newRouter()
  .post(
    '/request',
    op({
      id: 'requestEmail',
      summary: "Demander un code pour changer d'adresse e-mail",
      doc: `Envoie un code à 6 chiffres, valable 10 minutes, à la nouvelle adresse ; rien ne change avant
        verifyNewEmail. Preuve exigée : « password », « code » (de l'application ou de secours), ou rien quand la session l'a
        donnée il y a moins de 10 minutes (reauthenticate). Le code de requestOtp ne vaut que pour un compte qui n'a rien
        d'autre, et le mot de passe seul ne vaut pas avec la double authentification. Une adresse déjà prise répond pareil, sans e-mail. Une minute entre
        deux codes, 30 messages par heure au plus vers une adresse.`,
      reasons: [
        'ALREADY_EXISTS',
        'REAUTH_REQUIRED',
        'INVALID_CREDENTIALS',
        'INVALID_VERIFICATION_CODE',
        'GONE',
        'TOO_MANY_REQUESTS',
        'CONFLICT',
      ],
      roles: 'signedIn',
      tier: 'credential',
      json: RequestEmail,
      ok: EmailRequestView,
    }),
    async (c) => c.json(ok(await requestEmail(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/verify',
    op({
      id: 'verifyNewEmail',
      summary: 'Confirmer ma nouvelle adresse e-mail',
      doc: `Fait de la nouvelle adresse celle du compte, avec le code qu'elle a reçu (10 minutes, 5 essais, une fois).
        L'ancienne adresse, celle de secours et le numéro sont prévenus, avec un lien de 7 jours qui annule ce
        changement ; les autres sessions sont fermées, celle-ci continue, et les retraits attendent 24 heures. Preuve exigée (reauthenticate). Un 409 ALREADY_EXISTS : un autre compte a pris l'adresse entre-temps.`,
      reasons: [
        'REAUTH_REQUIRED',
        'INVALID_VERIFICATION_CODE',
        'GONE',
        'TOO_MANY_REQUESTS',
        'ALREADY_EXISTS',
        'CONFLICT',
      ],
      roles: 'signedIn',
      tier: 'credential',
      json: VerifyNewEmail,
      ok: MarkedUserView,
      readAgainAt: '/api/v1/users/me',
    }),
    async (c) => c.json(ok(giveDevice(c, await verifyNewEmail(ctx(c), c.req.valid('json'))))),
  )
