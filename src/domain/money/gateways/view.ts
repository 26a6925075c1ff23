import * as z from 'zod'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { iso } from '#kernel/time.ts'
import { shownReference } from '../payins/own-reference.ts'
import { PayinStatus, payinStatusOf } from '../payins/view.ts'
import type { TransactionFile } from './queries.ts'
import { comesIn } from './readings/decide.ts'

export const TransactionType = z.enum(['payin', 'payout'])

/** An attempt through a gateway, as finance reads it (docs/gateways.md, Which gateway does what). */
export const TransactionView = z
  .object({
    /** Ours. */
    id: f.id,
    type: TransactionType,
    orderId: z.string().meta({ description: 'La commande, le panier payé ou le retrait ; sinon notre référence.' }),
    /** The gateway's own id; empty while its answer is not known. */
    transactionId: z.string(),
    status: PayinStatus,
    amount: f.decimal,
    currency: f.currency,
    fee: f.decimal.nullable().meta({ description: 'Les frais que la passerelle annonce.' }),
    chargedAmount: f.decimal.nullable(),
    network: z.string(),
    countryCode: f.country,
    createdAt: f.isoTime,
  })
  .meta({ id: 'GatewayTransaction' })

export const viewTransaction = (tx: TransactionFile): z.output<typeof TransactionView> => ({
  id: tx.id,
  type: comesIn(tx) ? 'payin' : 'payout',
  orderId: tx.purpose === 'CHARGE' ? shownReference(tx) : (tx.refundedOrderId ?? tx.subjectId),
  transactionId: tx.externalId ?? '',
  status: payinStatusOf(tx),
  amount: formatAmount(tx.amountMinor, tx.currency),
  currency: tx.currency,
  fee: tx.feeMinor === null ? null : formatAmount(tx.feeMinor, tx.currency),
  chargedAmount: tx.chargedMinor === null ? null : formatAmount(tx.chargedMinor, tx.currency),
  network: tx.network,
  countryCode: tx.country,
  createdAt: iso(tx.createdAt),
})
