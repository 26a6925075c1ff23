import { ListInvoices, listInvoices, listMyInvoices } from '#domain/shops/invoices/list.ts'
import { printInvoice } from '#domain/shops/invoices/print.ts'
import { showInvoice } from '#domain/shops/invoices/show.ts'
import { InvoiceView } from '#domain/shops/invoices/view.ts'
import { VoidInvoice, voidInvoice } from '#domain/shops/invoices/void.ts'
import { op } from '#http/op.ts'
import { ctx, ok, pdf } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam, listOf } from '#kernel/fields.ts'
import { FINANCE } from '#kernel/roles.ts'

const list = { reasons: [], query: ListInvoices, ok: listOf('invoices', InvoiceView) } as const

export const invoices = newRouter()
  .get(
    '/',
    op({
      ...list,
      id: 'listInvoices',
      summary: 'Factures',
      doc: `Les factures de tous les vendeurs, les plus récentes d'abord, par état ou par période ; « from » et « to »
        portent sur issuedAt.`,
      roles: FINANCE,
    }),
    async (c) => c.json(ok(await listInvoices(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/me',
    op({
      ...list,
      id: 'listMyInvoices',
      summary: 'Mes factures',
      doc: "Les factures du vendeur connecté, une par paiement d'abonnement, les plus récentes d'abord.",
      reasons: ['FORBIDDEN'],
      roles: ['SELLER'],
    }),
    async (c) => c.json(ok(await listMyInvoices(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/:id',
    op({
      id: 'showInvoice',
      summary: 'Une facture',
      doc: 'Une facture, pour son vendeur et la comptabilité. Ses lignes sont hors taxe ; total est ce qui a été payé.',
      reasons: ['FORBIDDEN'],
      roles: ['SELLER', ...FINANCE],
      param: IdParam,
      ok: InvoiceView,
    }),
    async (c) => c.json(ok(await showInvoice(ctx(c), c.req.valid('param').id))),
  )
  .get(
    '/:id/pdf',
    op({
      id: 'printInvoice',
      summary: 'Une facture en PDF',
      doc: "La facture à imprimer ou à garder, en A4. Une facture annulée l'est en toutes lettres.",
      reasons: ['FORBIDDEN'],
      roles: ['SELLER', ...FINANCE],
      param: IdParam,
      ok: { raw: 'application/pdf' },
    }),
    async (c) => pdf(c, await printInvoice(ctx(c), c.req.valid('param').id)),
  )
  .post(
    '/:id/void',
    op({
      id: 'voidInvoice',
      summary: 'Annuler une facture',
      doc: `Déclare nulle une facture, avec un motif : elle garde son numéro et aucun argent ne bouge. L'abonnement
        continue. Une facture est annulée d'elle-même quand son paiement est rendu.`,
      reasons: ['INVALID_TRANSITION'],
      roles: ['ADMIN'],
      param: IdParam,
      json: VoidInvoice,
      ok: InvoiceView,
    }),
    async (c) => c.json(ok(await voidInvoice(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
