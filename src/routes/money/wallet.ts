import { Hono } from 'hono'
import { findWallet, WalletView } from '../../domain/money/wallet/find-wallet.ts'
import { ListTransactions, listTransactions } from '../../domain/money/wallet/list-transactions.ts'
import { findSettings, WalletSettingsView } from '../../domain/money/wallet/settings.ts'
import { WalletTransactionList } from '../../domain/money/wallet/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'

export const wallet = new Hono<AppEnv>()
  .get(
    '/',
    op({
      summary: 'Mon portefeuille',
      roles: ['SELLER', 'RIDER'],
      tier: 'authenticated',
      ok: WalletView,
    }),
    async (c) => c.json(ok(await findWallet(ctx(c)))),
  )
  .get(
    '/transactions',
    op({
      summary: 'Mouvements de mon portefeuille',
      roles: ['SELLER', 'RIDER'],
      tier: 'authenticated',
      query: ListTransactions,
      ok: WalletTransactionList,
    }),
    async (c) => c.json(ok(await listTransactions(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/settings',
    op({
      summary: 'Réglages de mon portefeuille',
      roles: ['SELLER', 'RIDER'],
      tier: 'authenticated',
      ok: WalletSettingsView,
    }),
    async (c) => c.json(ok(await findSettings(ctx(c)))),
  )
