import { ListTransactions, listWalletTransactions } from '#domain/money/wallet/list-transactions.ts'
import {
  PlatformSettingsView,
  showPlatformSettings,
  UpdatePlatformSettings,
  updatePlatformSettings,
} from '#domain/money/wallet/platform-settings.ts'
import { printStatement } from '#domain/money/wallet/print-statement.ts'
import { showWalletSettings, WalletSettingsView } from '#domain/money/wallet/settings.ts'
import { ShowStatement, StatementView, showStatement } from '#domain/money/wallet/show-statement.ts'
import { showWallet, WalletView } from '#domain/money/wallet/show-wallet.ts'
import { WalletTransactionList } from '#domain/money/wallet/view.ts'
import { op } from '#http/op.ts'
import { asksForPdf, ctx, ok, pdf } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { FINANCE } from '#kernel/roles.ts'

export const wallet = newRouter()
  .get(
    '/',
    op({
      id: 'showWallet',
      summary: 'Mon portefeuille',
      doc: `Le portefeuille du vendeur ou du livreur connecté, par devise : disponible (négatif après certains
        remboursements), en attente (commandes acceptées et pas encore conclues), réservé (retraits en route), et si
        un retrait est possible. Le numéro de retrait est masqué.`,
      reasons: ['FORBIDDEN'],
      roles: ['SELLER', 'RIDER'],
      ok: WalletView,
    }),
    async (c) => c.json(ok(await showWallet(ctx(c)))),
  )
  .get(
    '/transactions',
    op({
      id: 'listWalletTransactions',
      summary: 'Mouvements de mon portefeuille',
      doc: `Les lignes du portefeuille connecté, les plus récentes d'abord : ventes, courses, remboursements,
        retraits, avec le solde après chacune. Ce qui sort est négatif. Une ligne PAYOUT garde son état ; si le
        retrait échoue, une ligne PAYOUT_REVERSAL rend la somme. Avec « from » ou « to », « total » compte jusqu'à 1 000.`,
      reasons: ['FORBIDDEN'],
      roles: ['SELLER', 'RIDER'],
      query: ListTransactions,
      ok: WalletTransactionList,
    }),
    async (c) => c.json(ok(await listWalletTransactions(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/statement',
    op({
      id: 'showStatement',
      summary: "Relevé d'un mois",
      doc: `Par devise : ce qui était disponible au début du mois (heure de Lubumbashi), chaque ligne dans l'ordre, et ce
        qui l'est à sa fin ; le mois en cours s'arrête maintenant, et c'est lui sans « month ». Un mois de plus de
        10 000 lignes est refusé (409) : GET /wallet/transactions les a, avec « from » et « to ». En PDF avec « Accept: application/pdf ».`,
      reasons: ['FORBIDDEN', 'CONFLICT'],
      roles: ['SELLER', 'RIDER'],
      query: ShowStatement,
      ok: StatementView,
      alsoAs: 'application/pdf',
    }),
    async (c) =>
      asksForPdf(c)
        ? pdf(c, await printStatement(ctx(c), c.req.valid('query')))
        : c.json(ok(await showStatement(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/settings',
    op({
      id: 'showWalletSettings',
      summary: 'Réglages de mon portefeuille',
      doc: `Le numéro vers lequel partent les retraits, masqué, ou « null » s'il n'y en a pas encore, et si le
        portefeuille est gelé. Sans numéro : POST /wallet/settings/payout-number/request.`,
      reasons: ['FORBIDDEN'],
      roles: ['SELLER', 'RIDER'],
      ok: WalletSettingsView,
    }),
    async (c) => c.json(ok(await showWalletSettings(ctx(c)))),
  )
  .get(
    '/settings/platform',
    op({
      id: 'showPlatformSettings',
      summary: 'Réglages de la plateforme',
      doc: `Par devise : le minimum d'un retrait, la limite de 24 heures (« null » : aucune) et la commission en pour
        cent ; et ce pour quoi une identité vérifiée est exigée (kycRequiredFor) ; defaultDeliveryFee, les frais de
        livraison dans une ville sans zone (« null » : on n'y livre pas).`,
      reasons: [],
      roles: FINANCE,
      ok: PlatformSettingsView,
    }),
    async (c) => c.json(ok(await showPlatformSettings(ctx(c)))),
  )
  .put(
    '/settings/platform',
    op({
      id: 'updatePlatformSettings',
      summary: 'Changer les réglages de la plateforme',
      doc: `Change ce qui est envoyé pour la devise nommée, et kycRequiredFor : NONE, WITHDRAWAL (retraits des vendeurs)
        ou PUBLISHING (publier une boutique ou un produit) ; taxRate, la taxe comprise dans les prix, en pour cent ;
        defaultDeliveryFee, les frais de livraison là où aucune zone n'existe, ou « null » ; et issuer, qui émet les factures. Vaut pour la suite : rien de publié ne se retire. Avec preuve ;
        les ADMIN sont prévenus.`,
      proof: 'always',
      isHeld: true,
      reasons: ['CONFLICT'],
      roles: ['ADMIN'],
      json: UpdatePlatformSettings,
      ok: PlatformSettingsView,
    }),
    async (c) => c.json(ok(await updatePlatformSettings(ctx(c), c.req.valid('json')))),
  )
