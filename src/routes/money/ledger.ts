import { Adjust, adjustLedger } from '#domain/money/ledger/adjust.ts'
import { askForRun } from '#domain/money/ledger/ask-for-run.ts'
import { ExportLedger, exportLedger } from '#domain/money/ledger/export.ts'
import { AccountList, ListAccounts, listLedgerAccounts } from '#domain/money/ledger/list-accounts.ts'
import { AccountTransferList, ListAccountTransfers, listAccountTransfers } from '#domain/money/ledger/list-transfers.ts'
import { showChecks } from '#domain/money/ledger/show-checks.ts'
import { showTrialBalance, TrialBalanceView } from '#domain/money/ledger/trial-balance.ts'
import { AccountCode, LedgerChecksView, TransferView } from '#domain/money/ledger/view.ts'
import { op } from '#http/op.ts'
import { csv, ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { FINANCE } from '#kernel/roles.ts'
import { bookings } from './bookings.ts'

export const ledger = newRouter()
  .route('/', bookings)
  .get(
    '/checks',
    op({
      id: 'showLedgerChecks',
      summary: 'Contrôles du grand livre',
      doc: `Les derniers verdicts sur les règles du grand livre, du stock et des commandes : « ok » dit si chacune tient, « difference »
        combien de cas la contredisent, « things » les premiers. checkedAt : le dernier contrôle de ce qui avait changé, chaque heure ;
        wholeAt : la dernière nuit qui a tout relu. Avant son premier contrôle, checkedAt est null.`,
      reasons: [],
      roles: FINANCE,
      ok: LedgerChecksView,
    }),
    async (c) => c.json(ok(await showChecks(ctx(c)))),
  )
  .post(
    '/checks/run',
    op({
      id: 'runLedgerChecks',
      summary: 'Refaire les contrôles du grand livre',
      doc: `Demande un contrôle de ce qui a changé, que fait la minute suivante, une fois pour tous ceux qui l'ont demandé entre-temps
        (runAskedAt). Rend les derniers verdicts, comme GET /ledger/checks ; l'acte est au registre.`,
      reasons: [],
      roles: FINANCE,
      ok: LedgerChecksView,
    }),
    async (c) => c.json(ok(await askForRun(ctx(c)))),
  )
  .get(
    '/trial-balance',
    op({
      id: 'showTrialBalance',
      summary: 'Balance générale',
      doc: `Par devise, le total des comptes créditeurs, celui des débiteurs et leur différence : « balanced » est vrai
        tant qu'aucun argent n'est apparu ni perdu. exchangePosition est notre position de change.`,
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
  .get(
    '/accounts/:code/transfers',
    op({
      id: 'listAccountTransfers',
      summary: "Lister les virements d'un compte",
      doc: `Les virements d'un compte et vers lui, les plus récents d'abord. Le code s'écrit encodé
        (platform%3Acash) ; « currency » choisit une de ses devises. « total » compte jusqu'à 1000.`,
      reasons: [],
      roles: FINANCE,
      param: AccountCode,
      query: ListAccountTransfers,
      ok: AccountTransferList,
    }),
    async (c) => c.json(ok(await listAccountTransfers(ctx(c), c.req.valid('param').code, c.req.valid('query')))),
  )
  .get(
    '/export/csv',
    op({
      id: 'exportLedger',
      summary: 'Exporter le grand livre',
      doc: "Tous les virements du filtre en CSV, les plus récents d'abord, une colonne par champ.",
      reasons: [],
      roles: FINANCE,
      query: ExportLedger,
      ok: { raw: 'text/csv' },
    }),
    async (c) => csv(c, await exportLedger(ctx(c), c.req.valid('query'))),
  )
  .post(
    '/adjustments',
    op({
      id: 'adjustLedger',
      proof: 'always',
      summary: 'Annuler un virement',
      doc: `Écrit le virement inverse, une seule fois. Pas d'une annulation, ni de
        ce qui est passé par une passerelle ou tient à une commande, un retrait ou un remboursement : ceux-ci se
        remboursent ou se décident. Une dépense approuvée et une écriture s'annulent ainsi, en entier (reversedAt). Un vendeur ou un livreur le lit dans son portefeuille (ADJUSTMENT), qui peut
        passer sous zéro. Pas de son propre
        portefeuille, s'il y a un autre ADMIN. Avec preuve du titulaire ; tous les ADMIN sont prévenus.`,
      isHeld: true,
      reasons: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_TRANSITION', 'CONFLICT'],
      roles: ['ADMIN'],
      json: Adjust,
      status: 201,
      ok: TransferView,
    }),
    async (c) => c.json(ok(await adjustLedger(ctx(c), c.req.valid('json'))), 201),
  )
