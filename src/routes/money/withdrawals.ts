import { Hono } from 'hono'
import { ListWithdrawals, listWithdrawals } from '../../domain/money/wallet/list-withdrawals.ts'
import {
  RequestWithdrawal,
  requestWithdrawal,
  WithdrawalCodeView,
} from '../../domain/money/wallet/request-withdrawal.ts'
import { WalletTransactionView, WithdrawalList } from '../../domain/money/wallet/view.ts'
import { Withdraw, withdraw } from '../../domain/money/wallet/withdraw.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'

export const withdrawalCodes = new Hono<AppEnv>().post(
  '/otp',
  op({
    summary: 'Demander un code de retrait',
    roles: ['SELLER', 'RIDER'],
    tier: 'request',
    json: RequestWithdrawal,
    ok: WithdrawalCodeView,
  }),
  async (c) => c.json(ok(await requestWithdrawal(ctx(c), c.req.valid('json')))),
)

export const withdrawals = new Hono<AppEnv>()
  .get(
    '/payouts',
    op({
      summary: 'Mes retraits',
      roles: ['SELLER', 'RIDER'],
      tier: 'authenticated',
      query: ListWithdrawals,
      ok: WithdrawalList,
    }),
    async (c) => c.json(ok(await listWithdrawals(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/payout/otp',
    op({
      summary: 'Demander un code de retrait',
      roles: ['SELLER', 'RIDER'],
      tier: 'request',
      json: RequestWithdrawal,
      ok: WithdrawalCodeView,
    }),
    async (c) => c.json(ok(await requestWithdrawal(ctx(c), c.req.valid('json')))),
  )
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

export const riderWithdrawals = new Hono<AppEnv>().post(
  '/payout',
  op({
    summary: 'Retirer de mon portefeuille de livreur',
    roles: ['RIDER'],
    tier: 'credential',
    json: Withdraw,
    status: 201,
    ok: WalletTransactionView,
  }),
  async (c) => c.json(ok(await withdraw(ctx(c), c.req.valid('json'))), 201),
)
