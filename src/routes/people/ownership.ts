import { UndoChange, UndoneChangeView, undoChange } from '#domain/people/changes/undo.ts'
import { Reauthenticate, ReauthenticatedView, reauthenticate } from '#domain/people/sign-in/reauthenticate.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'

export const ownership = newRouter()
  .post(
    '/reauthenticate',
    op({
      id: 'reauthenticate',
      summary: "Prouver qu'on est le titulaire du compte",
      doc: `Après un 403 REAUTH_REQUIRED : prouve le titulaire pour 10 minutes dans cette session, par une seule
        preuve : « password » ; « code » de l'application (ou, pour un compte sans mot de passe, clé d'accès, Google ni
        double authentification, le code de requestOtp) ; « backupCode » ; ou challengeId et « response » d'une clé
        d'accès (startPasskeyLogin). Avec la double authentification, le mot de passe seul ne suffit jamais (403, et « message » dit quelle preuve
        donner). Une
        connexion par mot de passe, clé d'accès, Google ou application prouve aussi pour 10 minutes.`,
      reasons: [
        'REAUTH_REQUIRED',
        'INVALID_CREDENTIALS',
        'INVALID_VERIFICATION_CODE',
        'CONFLICT',
        'GONE',
        'TOO_MANY_REQUESTS',
      ],
      roles: 'signedIn',
      tier: 'credential',
      json: Reauthenticate,
      ok: ReauthenticatedView,
    }),
    async (c) => c.json(ok(await reauthenticate(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/changes/undo',
    op({
      id: 'undoChange',
      summary: "Annuler un changement d'adresse ou de numéro",
      doc: `Avec le « token » du lien que les adresses et le numéro d'avant ont reçu, valable 7 jours et une fois : les
        adresses, le numéro et les numéros de retrait du compte redeviennent ceux d'avant ce changement. Toutes les
        sessions sont fermées, les appareils connus oubliés, les retraits attendent 24 heures, et tout le monde est prévenu. Choisir ensuite un
        nouveau mot de passe (forgotPassword).`,
      reasons: ['INVALID_VERIFICATION_CODE', 'GONE', 'ALREADY_EXISTS'],
      roles: 'public',
      tier: 'credential',
      triesAt: 'token',
      json: UndoChange,
      ok: UndoneChangeView,
    }),
    async (c) => c.json(ok(await undoChange(ctx(c), c.req.valid('json')))),
  )
