import * as z from 'zod'
import { deviceMark } from '#domain/core/devices/view.ts'
import { listPasskeys } from '#domain/people/passkeys/list.ts'
import { RegisterPasskey, registerPasskey } from '#domain/people/passkeys/register.ts'
import { startPasskeyRegistration } from '#domain/people/passkeys/register-options.ts'
import { removePasskey } from '#domain/people/passkeys/remove.ts'
import { PasskeyView, RegistrationOptionsView } from '#domain/people/passkeys/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { deviceOf, giveDeviceAnew } from '#http/session.ts'
import * as f from '#kernel/fields.ts'

export const passkeys = newRouter()
  .post(
    '/register/options',
    op({
      id: 'startPasskeyRegistration',
      summary: "Commencer l'ajout d'une clé d'accès",
      doc: `Commence l'ajout d'une clé d'accès : passer « options » à « navigator.credentials.create », puis envoyer
        le résultat et challengeId à registerPasskey dans les 5 minutes. Les clés déjà enregistrées y sont nommées,
        pour qu'un appareil n'en fasse pas une seconde. Preuve exigée (reauthenticate).`,
      reasons: ['REAUTH_REQUIRED'],
      roles: 'signedIn',
      ok: RegistrationOptionsView,
    }),
    async (c) => c.json(ok(await startPasskeyRegistration(ctx(c)))),
  )
  .post(
    '/register/verify',
    op({
      id: 'registerPasskey',
      summary: "Ajouter une clé d'accès",
      doc: `Enregistre la clé d'accès faite par l'appareil et prévient le titulaire ; les autres sessions sont fermées. Sans « name », elle
        prend le nom du type d'appareil. Le défi vaut 5 minutes, 5 essais et une fois : après un 410, recommencer par
        startPasskeyRegistration. Au plus 20 clés par compte. Preuve exigée (reauthenticate).`,
      reasons: ['REAUTH_REQUIRED', 'INVALID_VERIFICATION_CODE', 'GONE', 'ALREADY_EXISTS', 'CONFLICT'],
      roles: 'signedIn',
      json: RegisterPasskey,
      status: 201,
      ok: PasskeyView.extend(deviceMark),
    }),
    async (c) =>
      c.json(ok(await giveDeviceAnew(c, () => registerPasskey(ctx(c), c.req.valid('json'), deviceOf(c)))), 201),
  )
  .get(
    '/',
    op({
      id: 'listPasskeys',
      summary: "Mes clés d'accès",
      doc: `Ses clés d'accès, les plus récentes d'abord, 20 au plus ; backedUp dit qu'une clé est sauvegardée ailleurs
        que sur l'appareil. removePasskey en supprime une.`,
      reasons: [],
      roles: 'signedIn',
      ok: z.object({ passkeys: z.array(PasskeyView) }),
    }),
    async (c) => c.json(ok(await listPasskeys(ctx(c)))),
  )
  .delete(
    '/:passkeyId',
    op({
      id: 'removePasskey',
      summary: "Supprimer une clé d'accès",
      doc: `Supprime une de ses clés d'accès et prévient le titulaire ; les autres sessions sont fermées.
        Refusé pour la dernière clé d'un compte sans mot de passe ni compte Google lié : ajouter d'abord un autre
        moyen, car le code par e-mail n'en est pas un. Preuve exigée (reauthenticate).`,
      reasons: ['REAUTH_REQUIRED', 'LAST_SIGN_IN_METHOD'],
      roles: 'signedIn',
      param: z.strictObject({ passkeyId: f.idIn }),
      ok: z.object({ deleted: z.literal(true), ...deviceMark }),
    }),
    async (c) => c.json(ok(await giveDeviceAnew(c, () => removePasskey(ctx(c), c.req.valid('param').passkeyId)))),
  )
