import { Hono } from 'hono'
import {
  AccountList,
  ListAccounts,
  listAccounts,
  TrialBalanceView,
  trialBalance,
} from '../../domain/money/ledger/list-accounts.ts'
import { LedgerChecksView, runChecks } from '../../domain/money/ledger/run-checks.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { FINANCE } from '../../kernel/roles.ts'

export const ledger = new Hono<AppEnv>()
  .get(
    '/checks',
    op({
      summary: 'Contrôles du grand livre',
      roles: FINANCE,
      tier: 'authenticated',
      ok: LedgerChecksView,
    }),
    async (c) => c.json(ok(await runChecks(ctx(c)))),
  )
  .post(
    '/checks/run',
    op({
      summary: 'Refaire les contrôles du grand livre',
      roles: FINANCE,
      tier: 'authenticated',
      ok: LedgerChecksView,
    }),
    async (c) => c.json(ok(await runChecks(ctx(c)))),
  )
  .get(
    '/trial-balance',
    op({
      summary: 'Balance générale',
      roles: FINANCE,
      tier: 'authenticated',
      ok: TrialBalanceView,
    }),
    async (c) => c.json(ok(await trialBalance(ctx(c)))),
  )
  .get(
    '/accounts',
    op({
      summary: 'Lister les comptes du grand livre',
      roles: FINANCE,
      tier: 'authenticated',
      query: ListAccounts,
      ok: AccountList,
    }),
    async (c) => c.json(ok(await listAccounts(ctx(c), c.req.valid('query')))),
  )
