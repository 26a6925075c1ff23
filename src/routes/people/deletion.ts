import {
  cancelErasure,
  KeptAccountView,
  ScheduledErasureView,
  ScheduleErasure,
  scheduleErasure,
} from '#domain/people/profile/schedule-erasure.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'

export const deletion = newRouter()
  .post(
    '/',
    op({
      id: 'scheduleErasure',
      summary: 'Demander la suppression de mon compte',
      doc: `Demande la suppression du compte : il reste utilisable 30 jours, puis ses données personnelles sont
        effacées. Preuve exigée : « password », « code » (de l'application ou de secours), ou rien quand la session
        l'a donnée il y a moins de 10 minutes (reauthenticate). Les autres sessions sont fermées, et c'est annoncé partout ; demandée à nouveau, la date reste ; refusée
        (409) avec des commandes ou retraits en cours ou de l'argent au portefeuille. deletionAt de showMe montre la date ; cancelErasure l'annule.`,
      reasons: [
        'REAUTH_REQUIRED',
        'INVALID_CREDENTIALS',
        'INVALID_VERIFICATION_CODE',
        'GONE',
        'TOO_MANY_REQUESTS',
        'CONFLICT',
      ],
      roles: 'signedIn',
      tier: 'credential',
      json: ScheduleErasure,
      ok: ScheduledErasureView,
    }),
    async (c) => c.json(ok(await scheduleErasure(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/cancel',
    op({
      id: 'cancelErasure',
      summary: 'Annuler la suppression de mon compte',
      doc: `Annule la suppression demandée avec scheduleErasure : rien ne sera effacé, et un e-mail le confirme. Si
        aucune suppression n'est prévue, la réponse est 409.`,
      reasons: ['INVALID_TRANSITION'],
      roles: 'signedIn',
      ok: KeptAccountView,
    }),
    async (c) => c.json(ok(await cancelErasure(ctx(c)))),
  )
