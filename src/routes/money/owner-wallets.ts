import { PendingApprovalView } from '#domain/core/approvals/approval.ts'
import { ConfirmSettlement, confirmSettlement } from '#domain/money/wallet/confirm-settlement.ts'
import { FreezeWallet, freezeWallet, UnfreezeWallet, unfreezeWallet } from '#domain/money/wallet/freeze.ts'
import { RequestSettlement, requestSettlement } from '#domain/money/wallet/request-settlement.ts'
import { ListWallets, listWallets, showWalletOf, WalletParam } from '#domain/money/wallet/show-of-owner.ts'
import { OwnerWalletList, OwnerWalletView } from '#domain/money/wallet/view-owners.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { FINANCE } from '#kernel/roles.ts'

export const ownerWallets = newRouter()
  .get(
    '/',
    op({
      id: 'listWallets',
      summary: 'Lister les portefeuilles',
      doc: `Les portefeuilles des vendeurs et des livreurs, les derniers inscrits d'abord, avec leurs soldes ; pour un
        livreur, sellerProfileId est son identifiant de livreur.`,
      reasons: [],
      roles: FINANCE,
      query: ListWallets,
      ok: OwnerWalletList,
    }),
    async (c) => c.json(ok(await listWallets(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/:sellerProfileId',
    op({
      id: 'showWalletOf',
      summary: "Voir le portefeuille d'un vendeur ou d'un livreur",
      doc: "Par l'identifiant du profil vendeur, ou du livreur.",
      reasons: [],
      roles: FINANCE,
      param: WalletParam,
      ok: OwnerWalletView,
    }),
    async (c) => c.json(ok(await showWalletOf(ctx(c), c.req.valid('param').sellerProfileId))),
  )
  .post(
    '/:sellerProfileId/freeze',
    op({
      id: 'freezeWallet',
      summary: 'Geler un portefeuille',
      doc: `Plus aucun retrait (403 WALLET_FROZEN), même avec un code déjà reçu ; les gains continuent d'arriver, et un
        retrait en route se termine. Le propriétaire est prévenu. Déjà gelé : rien ne change.`,
      reasons: [],
      roles: ['ADMIN'],
      param: WalletParam,
      json: FreezeWallet,
      ok: OwnerWalletView,
    }),
    async (c) => c.json(ok(await freezeWallet(ctx(c), c.req.valid('param').sellerProfileId, c.req.valid('json')))),
  )
  .post(
    '/:sellerProfileId/unfreeze',
    op({
      id: 'unfreezeWallet',
      summary: 'Dégeler un portefeuille',
      doc: `Les retraits redeviennent possibles, et le propriétaire est prévenu. Pas gelé : rien ne change. Pas le sien,
        s'il y a un autre ADMIN (409).`,
      isHeld: true,
      reasons: ['CONFLICT'],
      roles: ['ADMIN'],
      param: WalletParam,
      json: UnfreezeWallet,
      ok: OwnerWalletView,
    }),
    async (c) => c.json(ok(await unfreezeWallet(ctx(c), c.req.valid('param').sellerProfileId, c.req.valid('json')))),
  )
  .post(
    '/:sellerProfileId/settle/request',
    op({
      id: 'requestSettlement',
      summary: 'Demander à régler un portefeuille',
      doc: `Mail à l'ADMIN d'un code de 10 minutes. WRITE_OFF abandonne une dette, ou un reste sous le minimum ; COLLECT note une dette
        payée, par l'encaissement que « note » nomme, sinon en main propre ; SEIZE prend ce qu'a un compte bloqué.`,
      reasons: ['INVALID_TRANSITION', 'TOO_MANY_REQUESTS', 'CONFLICT'],
      roles: ['ADMIN'],
      tier: 'request',
      param: WalletParam,
      json: RequestSettlement,
      status: 201,
      ok: PendingApprovalView,
    }),
    async (c) =>
      c.json(ok(await requestSettlement(ctx(c), c.req.valid('param').sellerProfileId, c.req.valid('json'))), 201),
  )
  .post(
    '/:sellerProfileId/settle/confirm',
    op({
      id: 'confirmSettlement',
      summary: 'Régler un portefeuille',
      doc: `Avec le code, la somme passe entre le portefeuille et notre caisse ; le propriétaire est prévenu. Le portefeuille a changé :
        INVALID_TRANSITION.`,
      reasons: [
        ...(['INVALID_VERIFICATION_CODE', 'GONE', 'TOO_MANY_REQUESTS', 'INVALID_TRANSITION'] as const),
        ...(['ALREADY_EXISTS', 'CONFLICT'] as const),
      ],
      roles: ['ADMIN'],
      tier: 'credential',
      param: WalletParam,
      json: ConfirmSettlement,
      ok: OwnerWalletView,
    }),
    async (c) => c.json(ok(await confirmSettlement(ctx(c), c.req.valid('param').sellerProfileId, c.req.valid('json')))),
  )
