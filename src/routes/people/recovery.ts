import { MessageView } from '#domain/core/codes/mail-code.ts'
import { CancelledRecoveryView, cancelRecovery } from '#domain/people/recovery/cancel.ts'
import { CompletedRecoveryView, CompleteRecovery, completeRecovery } from '#domain/people/recovery/complete.ts'
import { SendRecoveryCode, sendRecoveryCode } from '#domain/people/recovery/send-code.ts'
import { StartedRecoveryView, StartRecovery, startRecovery } from '#domain/people/recovery/start.ts'
import { ProvenRecoveryView, VerifyRecovery, verifyRecovery } from '#domain/people/recovery/verify.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { giveDevice } from '#http/session.ts'

export const recovery = newRouter()
  .post(
    '/start',
    op({
      id: 'startRecovery',
      summary: "Demander à récupérer un compte où l'on n'entre plus",
      doc: `Ouvre une demande de récupération, à prouver dans l'heure : sendRecoveryCode envoie un code,
        verifyRecovery le vérifie. La réponse est la même qu'un compte existe ou non, avec les deux méthodes dans tous
        les cas ; les comptes de l'équipe (SUPPORT, ADMIN, ACCOUNTANT) ne se récupèrent pas ainsi. Cinq demandes par
        heure au plus pour une adresse ou un numéro.`,
      reasons: ['TOO_MANY_REQUESTS'],
      roles: 'public',
      tier: 'request',
      json: StartRecovery,
      ok: StartedRecoveryView,
    }),
    async (c) => c.json(ok(await startRecovery(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/send-code',
    op({
      id: 'sendRecoveryCode',
      summary: 'Recevoir le code de récupération',
      doc: `Envoie un code valable 10 minutes à l'adresse de secours (SECONDARY_EMAIL) ou par SMS au numéro vérifié
        (PHONE), à envoyer à verifyRecovery. La réponse ne dit pas si un message est parti. Une minute entre deux
        codes, et 30 SMS par jour depuis la même adresse IP ; au-delà de 5 messages par heure vers la même destination,
        rien n'est envoyé. Si la demande a expiré, recommencer par startRecovery.`,
      reasons: ['GONE', 'TOO_MANY_REQUESTS'],
      roles: 'public',
      tier: 'request',
      json: SendRecoveryCode,
      ok: MessageView,
    }),
    async (c) => c.json(ok(await sendRecoveryCode(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/verify',
    op({
      id: 'verifyRecovery',
      summary: 'Prouver que le compte est le sien',
      doc: `Prouve la demande par le code reçu ou par un code de secours (si les deux sont donnés, les deux doivent
        être bons) ; 5 essais pour chacun. La réponse donne recoveryToken, utilisable avec completeRecovery à partir
        de availableAt, 24 heures plus tard, et pendant 7 jours. Le titulaire est prévenu à ses deux adresses et par
        SMS : s'il se connecte avant, ou appelle cancelRecovery, tout est annulé. Une adresse de secours ou un numéro de
        moins de 7 jours ne récupère rien ; un numéro qui n'a pas été vérifié par SMS depuis 180 jours, rien à lui seul (409 : donner aussi backupCode).`,
      reasons: ['INVALID_VERIFICATION_CODE', 'GONE', 'CONFLICT', 'TOO_MANY_REQUESTS'],
      roles: 'public',
      tier: 'credential',
      triesAt: 'recoveryId',
      json: VerifyRecovery,
      ok: ProvenRecoveryView,
    }),
    async (c) => c.json(ok(await verifyRecovery(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/complete',
    op({
      id: 'completeRecovery',
      summary: "Choisir un nouveau mot de passe, l'attente passée",
      doc: `Choisit le nouveau mot de passe, l'attente de 24 heures passée ; avant, 409 dont « details » nomme availableAt,
        sans compter d'essai. Toutes les sessions sont fermées et le titulaire est prévenu par e-mail : il
        reste à se connecter, et la double authentification est toujours demandée. Le jeton sert une fois et vaut 5
        essais.`,
      reasons: ['INVALID_VERIFICATION_CODE', 'GONE', 'CONFLICT'],
      roles: 'public',
      tier: 'credential',
      triesAt: 'recoveryToken',
      json: CompleteRecovery,
      ok: CompletedRecoveryView,
    }),
    async (c) => c.json(ok(giveDevice(c, await completeRecovery(ctx(c), c.req.valid('json'))))),
  )
  .post(
    '/cancel',
    op({
      id: 'cancelRecovery',
      summary: 'Arrêter la récupération de mon compte',
      doc: `Arrête toute récupération en cours du compte connecté (recoveryPendingUntil de showMe), et tout le monde est
        prévenu ; sans récupération en cours, la réponse est la même. Preuve exigée (reauthenticate) : une session
        ouverte, à elle seule, n'arrête rien.`,
      reasons: ['REAUTH_REQUIRED'],
      roles: 'signedIn',
      ok: CancelledRecoveryView,
    }),
    async (c) => c.json(ok(await cancelRecovery(ctx(c)))),
  )
