import { Hono } from 'hono'
import * as z from 'zod'
import { ConfirmedTotpView, ConfirmTotp, confirmTotp } from '../../domain/people/totp/confirm.ts'
import { DisableTotp, disableTotp } from '../../domain/people/totp/disable.ts'
import {
  BackupCodesView,
  RegenerateBackupCodes,
  regenerateBackupCodes,
} from '../../domain/people/totp/regenerate-backup-codes.ts'
import { setUpTotp, TotpSetupView } from '../../domain/people/totp/setup.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'

export const totp = new Hono<AppEnv>()
  .post(
    '/setup',
    op({
      summary: "Préparer une application d'authentification",
      roles: 'signedIn',
      tier: 'authenticated',
      ok: TotpSetupView,
    }),
    async (c) => c.json(ok(await setUpTotp(ctx(c)))),
  )
  .post(
    '/confirm',
    op({
      summary: 'Activer la double authentification par son premier code',
      roles: 'signedIn',
      tier: 'credential',
      json: ConfirmTotp,
      ok: ConfirmedTotpView,
    }),
    async (c) => c.json(ok(await confirmTotp(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/disable',
    op({
      summary: 'Désactiver la double authentification',
      roles: 'signedIn',
      tier: 'credential',
      json: DisableTotp,
      ok: z.object({ enabled: z.literal(false) }),
    }),
    async (c) => c.json(ok(await disableTotp(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/regenerate-backup-codes',
    op({
      summary: 'Remplacer ses codes de secours',
      roles: 'signedIn',
      tier: 'credential',
      json: RegenerateBackupCodes,
      ok: BackupCodesView,
    }),
    async (c) => c.json(ok(await regenerateBackupCodes(ctx(c), c.req.valid('json')))),
  )
