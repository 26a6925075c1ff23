import { adminCancelOrder } from '#domain/orders/orders/ending/admin-cancel.ts'
import { adminRefundOrder } from '#domain/orders/orders/ending/admin-refund.ts'
import { CancelOrder } from '#domain/orders/orders/ending/cancel.ts'
import { OrderView } from '#domain/orders/orders/view.ts'
import { AddOrderNote, addOrderNote } from '#domain/orders/staff/add-note.ts'
import { ExportOrders, exportOrders } from '#domain/orders/staff/export.ts'
import { ListAllOrders, listAllOrders } from '#domain/orders/staff/list.ts'
import { showOrderForStaff } from '#domain/orders/staff/show.ts'
import { OrderNoteView, StaffOrderFileView, StaffOrderList } from '#domain/orders/staff/view.ts'
import { op } from '#http/op.ts'
import { csv, ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'
import { STAFF } from '#kernel/roles.ts'
import { REFUND_REFUSALS } from '#providers/gateways.ts'

export const staffOrders = newRouter()
  .get(
    '/',
    op({
      id: 'listAllOrders',
      summary: 'Toutes les commandes',
      doc: `Les commandes de toutes les boutiques, les plus récentes d'abord. « search » trouve un numéro de commande, un
        téléphone (de l'acheteur ou du payeur, écrit n'importe comment), un e-mail, ou le début d'un mot du nom de
        l'acheteur. « totals » par devise ; d'une recherche, d'une période ou d'une personne, comptés au plus sur les 1000
        plus récentes.`,
      reasons: [],
      roles: STAFF,
      query: ListAllOrders,
      ok: StaffOrderList,
    }),
    async (c) => c.json(ok(await listAllOrders(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/export/csv',
    op({
      id: 'exportOrders',
      summary: 'Exporter les commandes',
      doc: "Toutes les commandes choisies par les filtres de listAllOrders, en CSV. L'export est inscrit au journal.",
      reasons: [],
      roles: STAFF,
      query: ExportOrders,
      ok: { raw: 'text/csv' },
    }),
    async (c) => csv(c, await exportOrders(ctx(c), c.req.valid('query'))),
  )
  .get(
    '/:id',
    op({
      id: 'showOrderForStaff',
      summary: "Le dossier d'une commande",
      doc: `La commande et tout son dossier : paiements, remboursements, mouvements du grand livre, histoire et notes de
        l'équipe. Sans les codes de remise.`,
      reasons: [],
      roles: STAFF,
      param: IdParam,
      ok: StaffOrderFileView,
    }),
    async (c) => c.json(ok(await showOrderForStaff(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/notes',
    op({
      id: 'addOrderNote',
      summary: 'Noter sur une commande',
      doc: "Une note que seule l'équipe lit. La commande ne change pas.",
      reasons: [],
      roles: STAFF,
      param: IdParam,
      json: AddOrderNote,
      status: 201,
      ok: OrderNoteView,
    }),
    async (c) => c.json(ok(await addOrderNote(ctx(c), c.req.valid('param').id, c.req.valid('json'))), 201),
  )
  .post(
    '/:id/cancel',
    op({
      id: 'adminCancelOrder',
      summary: 'Annuler une commande (équipe)',
      doc: `Annule n'importe quelle commande ; déjà annulée, elle est rendue telle quelle. Acheteur et vendeur sont
        prévenus, avec le motif. Aucun argent ne part : s'il y en a, un remboursement attend qu'un ADMIN l'envoie par
        POST /orders/admin/:id/refund. Le stock revient aussitôt, sauf si le colis est en route : il revient quand le
        vendeur confirme le retour.`,
      reasons: [],
      roles: STAFF,
      param: IdParam,
      json: CancelOrder,
      ok: OrderView,
    }),
    async (c) => c.json(ok(await adminCancelOrder(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/refund',
    op({
      id: 'adminRefundOrder',
      summary: 'Rembourser une commande',
      doc: `Envoie à l'acheteur, sur le numéro qui a payé, tout ce qui reste à lui rendre, en reprenant un
        remboursement en attente ou échoué. Avant le départ du colis, la commande est annulée et le stock revient ;
        livrée ou conclue, elle passe REFUNDED, pris sur le vendeur, même sous zéro ; sinon elle garde son état.
        refundedAmount change quand l'opérateur a versé. Un refus immédiat de l'opérateur répond 400 : le remboursement a
        échoué.`,
      isHeld: true,
      reasons: ['INVALID_TRANSITION', 'ALREADY_EXISTS', 'CONFLICT', ...REFUND_REFUSALS],
      roles: ['ADMIN'],
      param: IdParam,
      ok: OrderView,
    }),
    async (c) => c.json(ok(await adminRefundOrder(ctx(c), c.req.valid('param').id))),
  )
