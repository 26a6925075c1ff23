import * as z from 'zod'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { iso } from '#kernel/time.ts'
import type { TransferRow } from './queries.ts'

/** Codes hold colons, so they are URL-encoded. */
export const AccountCode = z.strictObject({ code: f.idIn })

/** A transfer of the ledger, as staff read it (docs/money.md, Transfers). */
export const TransferView = z
  .object({
    id: f.id,
    kind: z.string(),
    /** The subject of the transfer: an order, a payout, a refund, … */
    reference: z.string(),
    from: z.string(),
    to: z.string(),
    amount: f.decimal,
    currency: f.currency,
    createdAt: f.isoTime,
  })
  .meta({ id: 'Transfer' })

export const viewTransfer = (row: TransferRow): z.output<typeof TransferView> => ({
  id: row.id,
  kind: row.kind,
  reference: row.orderId ?? row.ref,
  from: row.fromAccount,
  to: row.toAccount,
  amount: formatAmount(row.amountMinor, row.currency),
  currency: row.currency,
  createdAt: iso(row.createdAt),
})

const instant = z.iso.datetime().nullable()
export const LedgerChecksView = z
  .object({
    checks: z.array(
      z.object({
        name: z.string(),
        /** True too before the law is first checked. */
        ok: z.boolean(),
        /** Number of things that break the law, as text. */
        difference: z.string(),
        /** The first of them. */
        things: z.array(z.string()),
        checkedAt: instant,
        /** The last night that looked at all things, not only at those that changed. */
        wholeAt: instant,
      }),
    ),
    /** The time at which a run was asked for; null if none is. */
    runAskedAt: instant,
  })
  .meta({ id: 'LedgerChecks' })
