import { ConfirmPayoutNumber, confirmPayoutNumber } from '#domain/money/wallet/confirm-payout-number.ts'
import {
  NumberRequestView,
  RequestPayoutNumber,
  requestPayoutNumber,
} from '#domain/money/wallet/request-payout-number.ts'
import { WalletSettingsView } from '#domain/money/wallet/settings.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'

export const payoutNumber = newRouter()
  .post(
    '/request',
    op({
      id: 'requestPayoutNumber',
      summary: 'Demander un code pour un numéro de retrait',
      doc: `Envoie par SMS un code au nouveau numéro de retrait, congolais ou rwandais (mtn, airtel ; il reçoit des RWF au
        taux du moment où le code du retrait est demandé), valable 10 minutes ; pas avant 60 secondes après le
        dernier (resendIn). Le numéro actuel reste en vigueur jusqu'à POST /wallet/settings/payout-number/confirm.
        Preuve exigée : une connexion ou un appel de reauthenticate de moins de 10 minutes.`,
      reasons: ['FORBIDDEN', 'REAUTH_REQUIRED', 'TOO_MANY_REQUESTS', 'CHALLENGE_REQUIRED'],
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
      id: 'confirmPayoutNumber',
      summary: 'Confirmer mon numéro de retrait',
      doc: `Avec le code reçu par SMS, le numéro devient celui des retraits, et son propriétaire en est prévenu. Les
        autres sessions sont fermées ; un numéro qui en remplace un autre retient les retraits 24 heures. Un
        code de retrait déjà demandé ne vaut plus, car il est lié à l'ancien numéro. Le code sert une fois, 10
        minutes, 5 essais. Preuve exigée, comme pour la demande.`,
      reasons: ['FORBIDDEN', 'REAUTH_REQUIRED', 'INVALID_VERIFICATION_CODE', 'GONE', 'TOO_MANY_REQUESTS'],
      roles: ['SELLER', 'RIDER'],
      tier: 'credential',
      json: ConfirmPayoutNumber,
      ok: WalletSettingsView,
    }),
    async (c) => c.json(ok(await confirmPayoutNumber(ctx(c), c.req.valid('json')))),
  )
