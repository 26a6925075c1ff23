import { PhoneRequestView, RequestPhone, requestPhone } from '#domain/people/users/request-phone.ts'
import { VerifyPhone, verifyPhone } from '#domain/people/users/verify-phone.ts'
import { MarkedUserView } from '#domain/people/users/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { giveDevice } from '#http/session.ts'

export const phone = newRouter()
  .post(
    '/request',
    op({
      id: 'requestPhone',
      summary: 'Demander un code par SMS pour son numéro',
      doc: `Envoie par SMS un code à 6 chiffres au numéro donné, à envoyer à verifyPhone ; le numéro du compte ne
        change pas avant. La réponse dit la durée du code (expiresIn, 600 s) et l'attente avant le suivant (resendIn,
        60 s). Seul verifyPhone dit qu'un autre compte a ce numéro (409). « locale »
        choisit la langue du SMS. Preuve exigée (reauthenticate) quand le compte a déjà un numéro vérifié.`,
      reasons: ['REAUTH_REQUIRED', 'TOO_MANY_REQUESTS', 'CHALLENGE_REQUIRED', 'GATEWAY_UNAVAILABLE'],
      roles: 'signedIn',
      tier: 'request',
      json: RequestPhone,
      ok: PhoneRequestView,
    }),
    async (c) => c.json(ok(await requestPhone(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/verify',
    op({
      id: 'verifyPhone',
      summary: 'Vérifier son numéro',
      doc: `Fait du numéro celui du compte, vérifié, avec le code reçu par SMS (10 minutes, 5 essais, une fois). Un
        numéro nouveau est annoncé partout, avec un lien de 7 jours qui annule ce changement. À la place d'un numéro
        vérifié : preuve exigée (reauthenticate), autres sessions fermées, retraits retenus 24 heures. 409 si un autre compte a vérifié ce numéro depuis moins de 180 jours ; au-delà, ou si seule l'équipe s'en est portée garante, il
        lui est retiré : ce compte est prévenu par e-mail et peut le reprendre pendant 7 jours par un lien, et les deux ne retirent rien jusque-là. Vérifier de nouveau son propre numéro le renouvelle.
        Après un 410 ou un 429, redemander un code avec requestPhone.`,
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
      json: VerifyPhone,
      ok: MarkedUserView,
      readAgainAt: '/api/v1/users/me',
    }),
    async (c) => c.json(ok(giveDevice(c, await verifyPhone(ctx(c), c.req.valid('json'))))),
  )
