import { Hono } from 'hono'
import { ConfirmPayoutNumber, confirmPayoutNumber } from '../../domain/money/wallet/confirm-payout-number.ts'
import { findWallet, WalletView } from '../../domain/money/wallet/find-wallet.ts'
import { ListTransactions, listTransactions } from '../../domain/money/wallet/list-transactions.ts'
import { ListWithdrawals, listWithdrawals } from '../../domain/money/wallet/list-withdrawals.ts'
import {
  NumberRequestView,
  RequestPayoutNumber,
  requestPayoutNumber,
} from '../../domain/money/wallet/request-payout-number.ts'
import {
  RequestWithdrawal,
  requestWithdrawal,
  WithdrawalCodeView,
} from '../../domain/money/wallet/request-withdrawal.ts'
import { findSettings, WalletSettingsView } from '../../domain/money/wallet/settings.ts'
import { WalletTransactionList, WalletTransactionView, WithdrawalList } from '../../domain/money/wallet/view.ts'
import { Withdraw, withdraw } from '../../domain/money/wallet/withdraw.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'

const roles = ['SELLER', 'RIDER'] as const
const tier = 'authenticated'

/** Asking for a withdrawal's code answers at two addresses (contract.md decision 1). */
const requestCode = op({
  summary: 'Demander un code de retrait',
  roles,
  tier: 'request',
  json: RequestWithdrawal,
  ok: WithdrawalCodeView,
})

export const payout = new Hono<AppEnv>().post('/otp', requestCode, async (c) =>
  c.json(ok(await requestWithdrawal(ctx(c), c.req.valid('json')))),
)

export const wallet = new Hono<AppEnv>()
  .get('/', op({ summary: 'Mon portefeuille', roles, tier, ok: WalletView }), async (c) =>
    c.json(ok(await findWallet(ctx(c)))),
  )
  .get(
    '/transactions',
    op({ summary: 'Mouvements de mon portefeuille', roles, tier, query: ListTransactions, ok: WalletTransactionList }),
    async (c) => c.json(ok(await listTransactions(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/payouts',
    op({ summary: 'Mes retraits', roles, tier, query: ListWithdrawals, ok: WithdrawalList }),
    async (c) => c.json(ok(await listWithdrawals(ctx(c), c.req.valid('query')))),
  )
  .get('/settings', op({ summary: 'Réglages de mon portefeuille', roles, tier, ok: WalletSettingsView }), async (c) =>
    c.json(ok(await findSettings(ctx(c)))),
  )
  .post(
    '/settings/payout-number/request',
    op({
      summary: 'Demander un code pour un numéro de retrait',
      roles,
      tier: 'request',
      json: RequestPayoutNumber,
      ok: NumberRequestView,
    }),
    async (c) => c.json(ok(await requestPayoutNumber(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/settings/payout-number/confirm',
    op({
      summary: 'Confirmer mon numéro de retrait',
      roles,
      tier: 'credential',
      json: ConfirmPayoutNumber,
      ok: WalletSettingsView,
    }),
    async (c) => c.json(ok(await confirmPayoutNumber(ctx(c), c.req.valid('json')))),
  )
  .post('/payout/otp', requestCode, async (c) => c.json(ok(await requestWithdrawal(ctx(c), c.req.valid('json')))))
  .post(
    '/payout',
    op({
      summary: 'Retirer de mon portefeuille',
      roles: ['SELLER'],
      tier: 'credential',
      json: Withdraw,
      status: 201,
      ok: WalletTransactionView,
    }),
    async (c) => c.json(ok(await withdraw(ctx(c), c.req.valid('json'))), 201),
  )
