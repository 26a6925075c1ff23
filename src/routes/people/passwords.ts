import * as z from 'zod'
import { MessageView, OneEmail } from '#domain/core/codes/mail-code.ts'
import { deviceMark } from '#domain/core/devices/view.ts'
import { CreatePassword, createPassword } from '#domain/people/passwords/create.ts'
import { forgotPassword } from '#domain/people/passwords/forgot.ts'
import { ResetPassword, ResetPasswordView, resetPassword } from '#domain/people/passwords/reset.ts'
import { UpdatedPasswordView, UpdatePassword, updatePassword } from '#domain/people/passwords/update.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { giveDevice, giveDeviceAnew } from '#http/session.ts'

export const passwords = newRouter()
  .post(
    '/forgot',
    op({
      id: 'forgotPassword',
      summary: 'Mot de passe oublié',
      doc: `Envoie par e-mail un lien, valable 30 minutes, à côté de ceux déjà envoyés ; le premier qui sert les éteint
        tous. La page ouverte par ce lien appelle resetPassword avec son « token ». La réponse ne dit pas si un compte a cette adresse ; un compte
        bloqué ne reçoit rien. Une minute entre deux demandes, 5 messages par heure au plus vers une adresse.`,
      reasons: ['TOO_MANY_REQUESTS'],
      roles: 'public',
      tier: 'request',
      json: OneEmail,
      ok: MessageView,
    }),
    async (c) => c.json(ok(await forgotPassword(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/reset',
    op({
      id: 'resetPassword',
      summary: 'Choisir un nouveau mot de passe avec le lien reçu',
      doc: `Change le mot de passe avec le « token » du lien reçu, ferme toutes les sessions et prévient le titulaire
        par e-mail ; l'adresse est vérifiée du même coup, et l'appareil connu du compte (deviceToken, ou cookie). Il faut ensuite se connecter, et la double authentification
        reste demandée. Le lien sert une fois et vaut 5 essais ; un mot de passe trop courant est refusé sans
        consommer le lien.`,
      reasons: ['INVALID_VERIFICATION_CODE', 'GONE'],
      roles: 'public',
      tier: 'credential',
      triesAt: 'token',
      json: ResetPassword,
      ok: ResetPasswordView,
    }),
    async (c) => c.json(ok(giveDevice(c, await resetPassword(ctx(c), c.req.valid('json'))))),
  )
  .post(
    '/update',
    op({
      id: 'updatePassword',
      summary: 'Changer son mot de passe',
      doc: `Change le mot de passe contre l'actuel. Les autres sessions sont fermées (leur nombre est dans
        revokedSessions), celle-ci continue, et le titulaire est prévenu par e-mail. Le nouveau doit différer de
        l'ancien, qui a 10 essais en 15 minutes. Un compte sans mot de passe passe par createPassword.`,
      reasons: ['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'],
      roles: 'signedIn',
      tier: 'credential',
      json: UpdatePassword,
      ok: UpdatedPasswordView.extend(deviceMark),
    }),
    async (c) => c.json(ok(await giveDeviceAnew(c, () => updatePassword(ctx(c), c.req.valid('json'))))),
  )
  .post(
    '/create',
    op({
      id: 'createPassword',
      summary: "Ajouter un mot de passe à un compte qui n'en a pas",
      doc: `Donne un premier mot de passe à un compte qui n'en a pas, par exemple créé avec Google, et prévient le
        titulaire par e-mail. Les autres sessions sont fermées. Preuve exigée (reauthenticate). S'il y a
        déjà un mot de passe, utiliser updatePassword.`,
      reasons: ['REAUTH_REQUIRED', 'ALREADY_EXISTS'],
      roles: 'signedIn',
      tier: 'credential',
      json: CreatePassword,
      status: 201,
      ok: z.object({ created: z.literal(true), ...deviceMark }),
    }),
    async (c) => c.json(ok(await giveDeviceAnew(c, () => createPassword(ctx(c), c.req.valid('json')))), 201),
  )
