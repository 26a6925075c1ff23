import { Hono } from 'hono'
import { AccountList, ListAccounts, listLedgerAccounts } from '../../domain/money/ledger/list-accounts.ts'
import { LedgerChecksView, runChecks } from '../../domain/money/ledger/run-checks.ts'
import { showTrialBalance, TrialBalanceView } from '../../domain/money/ledger/trial-balance.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { FINANCE } from '../../kernel/roles.ts'

export const ledger = new Hono<AppEnv>()
  .get(
    '/checks',
    op({
      id: 'showLedgerChecks',
      summary: 'Contrôles du grand livre',
      doc: `Vérifie maintenant, sur toutes les données, les règles du grand livre, du stock et des commandes : « ok » dit
        si chacune tient, « difference » combien de cas la contredisent. Calcul lourd, à ne pas appeler en boucle.`,
      reasons: [],
      roles: FINANCE,
      ok: LedgerChecksView,
    }),
    async (c) => c.json(ok(await runChecks(ctx(c)))),
  )
  .post(
    '/checks/run',
    op({
      id: 'runLedgerChecks',
      summary: 'Refaire les contrôles du grand livre',
      doc: `Refait les mêmes contrôles que GET /ledger/checks et rend leur résultat ; rien n'est modifié. Calcul
        lourd, à ne pas appeler en boucle.`,
      reasons: [],
      roles: FINANCE,
      ok: LedgerChecksView,
    }),
    async (c) => c.json(ok(await runChecks(ctx(c)))),
  )
  .get(
    '/trial-balance',
    op({
      id: 'showTrialBalance',
      summary: 'Balance générale',
      doc: `Par devise, le total des comptes créditeurs, celui des débiteurs et leur différence : « balanced » est vrai
        tant qu'aucun argent n'est apparu ni perdu.`,
      reasons: [],
      roles: FINANCE,
      ok: TrialBalanceView,
    }),
    async (c) => c.json(ok(await showTrialBalance(ctx(c)))),
  )
  .get(
    '/accounts',
    op({
      id: 'listLedgerAccounts',
      summary: 'Lister les comptes du grand livre',
      doc: `Les comptes du grand livre, par code puis devise, avec leur solde : positif, c'est ce que le service doit
        ou a gagné. mayOverdraw dit si le compte a le droit d'être négatif.`,
      reasons: [],
      roles: FINANCE,
      query: ListAccounts,
      ok: AccountList,
    }),
    async (c) => c.json(ok(await listLedgerAccounts(ctx(c), c.req.valid('query')))),
  )
