import { ListWithdrawals, listWithdrawals } from '#domain/money/wallet/list-withdrawals.ts'
import { RequestWithdrawal, requestWithdrawal, WithdrawalCodeView } from '#domain/money/wallet/request-withdrawal.ts'
import { WalletTransactionView, WithdrawalList } from '#domain/money/wallet/view.ts'
import { Withdraw, withdraw } from '#domain/money/wallet/withdraw.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { refusalOf } from '#providers/gateways.ts'

const withdrawal = {
  reasons: [
    'FORBIDDEN',
    'WALLET_FROZEN',
    'KYC_REQUIRED',
    'CONFLICT',
    'INSUFFICIENT_BALANCE',
    'WITHDRAWAL_HELD',
    'PAYOUT_LIMIT',
    'INVALID_VERIFICATION_CODE',
    'GONE',
    'TOO_MANY_REQUESTS',
    refusalOf('WITHDRAWAL'),
  ],
  tier: 'credential',
  json: Withdraw,
  status: 201,
  ok: WalletTransactionView,
} as const

/** Asking for a withdrawal's code answers at two addresses (docs/conventions.md, Paths and bodies). */
const requestCode = op({
  id: 'requestWithdrawal',
  summary: 'Demander un code de retrait',
  doc: `Première étape d'un retrait : un code part à l'e-mail du compte, valable 10 minutes pour ce montant, cette
    devise et le numéro de retrait actuel. Rien n'est encore réservé. Un code par minute au plus (resendIn). Pendant 24
    heures après un changement d'adresse, de numéro ou de mot de passe : 409 WITHDRAWAL_HELD.
    Ensuite POST /wallet/payout pour un vendeur, POST /riders/me/payout pour un livreur, avec le même montant.`,
  reasons: [
    'FORBIDDEN',
    'WALLET_FROZEN',
    'KYC_REQUIRED',
    'CONFLICT',
    'INSUFFICIENT_BALANCE',
    'WITHDRAWAL_HELD',
    'PAYOUT_LIMIT',
    'TOO_MANY_REQUESTS',
  ],
  roles: ['SELLER', 'RIDER'],
  tier: 'request',
  json: RequestWithdrawal,
  ok: WithdrawalCodeView,
})

export const withdrawalCodes = newRouter().post('/otp', requestCode, async (c) =>
  c.json(ok(await requestWithdrawal(ctx(c), c.req.valid('json')))),
)

export const withdrawals = newRouter()
  .get(
    '/payouts',
    op({
      id: 'listWithdrawals',
      summary: 'Mes retraits',
      doc: `Les retraits du vendeur ou du livreur connecté, les plus récents d'abord, avec l'état de chacun et, en cas
        d'échec, son code. L'id d'un retrait est l'orderId de sa ligne dans le portefeuille.`,
      reasons: ['FORBIDDEN'],
      roles: ['SELLER', 'RIDER'],
      query: ListWithdrawals,
      ok: WithdrawalList,
    }),
    async (c) => c.json(ok(await listWithdrawals(ctx(c), c.req.valid('query')))),
  )
  .post('/payout/otp', requestCode, async (c) => c.json(ok(await requestWithdrawal(ctx(c), c.req.valid('json')))))
  .post(
    '/payout',
    op({
      ...withdrawal,
      id: 'withdraw',
      summary: 'Retirer de mon portefeuille',
      doc: `Seconde étape du retrait d'un vendeur : avec le code reçu par e-mail (POST /payout/otp), pour exactement
        le même montant et la même devise, l'argent est réservé et part vers son numéro de retrait. PROCESSING :
        suivez par GET /wallet/payouts. Si l'opérateur refuse, la somme redevient disponible. Le code sert une fois,
        10 minutes, 5 essais.`,
      roles: ['SELLER'],
    }),
    async (c) => c.json(ok(await withdraw(ctx(c), c.req.valid('json'))), 201),
  )

export const riderWithdrawals = newRouter().post(
  '/payout',
  op({
    ...withdrawal,
    id: 'withdrawAsRider',
    summary: 'Retirer de mon portefeuille de livreur',
    doc: `Seconde étape du retrait d'un livreur : avec le code reçu par e-mail (POST /payout/otp), pour exactement
      le même montant et la même devise, l'argent est réservé et part vers son numéro de retrait. PROCESSING :
      suivez par GET /wallet/payouts. Si l'opérateur refuse, la somme redevient disponible. Le code sert une fois,
      10 minutes, 5 essais.`,
    roles: ['RIDER'],
  }),
  async (c) => c.json(ok(await withdraw(ctx(c), c.req.valid('json'))), 201),
)
