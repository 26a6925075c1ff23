import { Hono } from 'hono'
import { ConfirmPayoutNumber, confirmPayoutNumber } from '../../domain/money/wallet/confirm-payout-number.ts'
import {
  NumberRequestView,
  RequestPayoutNumber,
  requestPayoutNumber,
} from '../../domain/money/wallet/request-payout-number.ts'
import { WalletSettingsView } from '../../domain/money/wallet/settings.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'

export const payoutNumber = new Hono<AppEnv>()
  .post(
    '/request',
    op({
      summary: 'Demander un code pour un numéro de retrait',
      roles: ['SELLER', 'RIDER'],
      tier: 'request',
      json: RequestPayoutNumber,
      ok: NumberRequestView,
    }),
    async (c) => c.json(ok(await requestPayoutNumber(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/confirm',
    op({
      summary: 'Confirmer mon numéro de retrait',
      roles: ['SELLER', 'RIDER'],
      tier: 'credential',
      json: ConfirmPayoutNumber,
      ok: WalletSettingsView,
    }),
    async (c) => c.json(ok(await confirmPayoutNumber(ctx(c), c.req.valid('json')))),
  )
