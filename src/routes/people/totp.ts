import * as z from 'zod'
import { deviceMark } from '#domain/core/devices/view.ts'
import { ConfirmedTotpView, ConfirmTotp, confirmTotp } from '#domain/people/totp/confirm.ts'
import { DisableTotp, disableTotp } from '#domain/people/totp/disable.ts'
import {
  BackupCodesView,
  RegenerateBackupCodes,
  regenerateBackupCodes,
} from '#domain/people/totp/regenerate-backup-codes.ts'
import { setUpTotp, TotpSetupView } from '#domain/people/totp/setup.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { giveDeviceAnew } from '#http/session.ts'

export const totp = newRouter()
  .post(
    '/setup',
    op({
      id: 'setUpTotp',
      summary: "Préparer une application d'authentification",
      doc: `Prépare la double authentification : la réponse donne un secret à saisir, une adresse otpauthUrl et un QR
        code (image SVG en data URL) pour l'application. Rien n'est demandé à la connexion avant confirmTotp ; d'ici
        là, un nouvel appel remplace le secret. Preuve exigée (reauthenticate).`,
      reasons: ['REAUTH_REQUIRED', 'ALREADY_EXISTS'],
      roles: 'signedIn',
      ok: TotpSetupView,
    }),
    async (c) => c.json(ok(await setUpTotp(ctx(c)))),
  )
  .post(
    '/confirm',
    op({
      id: 'confirmTotp',
      summary: 'Activer la double authentification par son premier code',
      doc: `Active la double authentification avec le premier code de l'application ; désormais chaque connexion en
        demande un, et les autres sessions sont fermées. Preuve exigée (reauthenticate). La réponse donne 10 codes de secours, montrés cette seule fois : les faire noter ; le titulaire
        est prévenu par e-mail. Dix essais en 15 minutes. Un code
        ne sert qu'une fois : pour se connecter, attendre le suivant (30 s). Un 409 sans « reason » : commencer par setUpTotp.`,
      reasons: ['REAUTH_REQUIRED', 'INVALID_VERIFICATION_CODE', 'CONFLICT', 'ALREADY_EXISTS', 'TOO_MANY_REQUESTS'],
      roles: 'signedIn',
      tier: 'credential',
      json: ConfirmTotp,
      ok: ConfirmedTotpView.extend(deviceMark),
    }),
    async (c) => c.json(ok(await giveDeviceAnew(c, () => confirmTotp(ctx(c), c.req.valid('json'))))),
  )
  .post(
    '/disable',
    op({
      id: 'disableTotp',
      summary: 'Désactiver la double authentification',
      doc: `Désactive la double authentification avec « code » (de l'application, ou un code de secours), ou sans rien
        quand la session l'a prouvé il y a moins de 10 minutes (reauthenticate) ; le mot de passe seul ne suffit pas. Les autres sessions sont fermées. Les codes de secours ne valent plus, les connexions qui attendaient un code sont à recommencer,
        et le titulaire est prévenu par e-mail. Dix essais en 15 minutes ; 409 si elle n'est pas activée.`,
      reasons: ['REAUTH_REQUIRED', 'INVALID_VERIFICATION_CODE', 'INVALID_CREDENTIALS', 'CONFLICT', 'TOO_MANY_REQUESTS'],
      roles: 'signedIn',
      tier: 'credential',
      json: DisableTotp,
      ok: z.object({ enabled: z.literal(false), ...deviceMark }),
    }),
    async (c) => c.json(ok(await giveDeviceAnew(c, () => disableTotp(ctx(c), c.req.valid('json'))))),
  )
  .post(
    '/regenerate-backup-codes',
    op({
      id: 'regenerateBackupCodes',
      summary: 'Remplacer ses codes de secours',
      doc: `Remplace les codes de secours par 10 nouveaux, montrés cette seule fois ; les anciens ne valent plus et le
        titulaire est prévenu par e-mail. « code » est celui de l'application, ou un code de secours encore bon ; il peut manquer quand la session l'a prouvé il y a moins de 10 minutes. Les autres sessions sont fermées. Dix
        essais en 15 minutes ; 409 si la double authentification n'est pas activée.`,
      reasons: ['REAUTH_REQUIRED', 'INVALID_VERIFICATION_CODE', 'CONFLICT', 'TOO_MANY_REQUESTS'],
      roles: 'signedIn',
      tier: 'credential',
      json: RegenerateBackupCodes,
      ok: BackupCodesView.extend(deviceMark),
    }),
    async (c) => c.json(ok(await giveDeviceAnew(c, () => regenerateBackupCodes(ctx(c), c.req.valid('json'))))),
  )
