import { ListTransfers, listTransfers, showTransfer, TransferList } from '#domain/money/ledger/list-transfers.ts'
import { TransferView } from '#domain/money/ledger/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'
import { FINANCE } from '#kernel/roles.ts'

export const transactions = newRouter()
  .get(
    '/',
    op({
      id: 'listTransfers',
      summary: 'Lister les virements du grand livre',
      doc: `Tous les virements entre comptes, les plus récents d'abord : d'où, vers où, combien, et pour quoi
        (« kind », « reference »). « total » compte jusqu'à 1000.`,
      reasons: [],
      roles: FINANCE,
      query: ListTransfers,
      ok: TransferList,
    }),
    async (c) => c.json(ok(await listTransfers(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/:id',
    op({
      id: 'showTransfer',
      summary: 'Voir un virement du grand livre',
      doc: 'Un virement entre deux comptes ; il ne change plus jamais.',
      reasons: [],
      roles: FINANCE,
      param: IdParam,
      ok: TransferView,
    }),
    async (c) => c.json(ok(await showTransfer(ctx(c), c.req.valid('param').id))),
  )
