import * as z from 'zod'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { ATTEMPT_STATES } from '#db/schema/money/gateways.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount } from '#kernel/money.ts'
import { iso } from '#kernel/time.ts'
import { failureReasonOf } from './failure.ts'
import { shownReference } from './own-reference.ts'

export const PayinStatus = z.enum(ATTEMPT_STATES.shown.states).meta({
  id: 'PayinStatus',
  description:
    "pending : le payeur n'a pas encore répondu. expired : sans nouvelles de l'opérateur, il peut encore aboutir ou échouer. review : l'opérateur annonce un autre montant, l'équipe décide. succeeded et failed sont finals, sauf si l'équipe les corrige ; ce que l'opérateur a repris est failed.",
})

/** The shown status of a payin: money that an operator took back counts as failed. */
export const payinStatusOf = ({ status }: GatewayTransaction): z.output<typeof PayinStatus> =>
  status === 'reversed' ? 'failed' : status

/** A payin (docs/states.md, Payin): its amount is a number. */
export const PayinView = z
  .object({
    /** Our reference, which its gateway is told; for a charge that its caller named, that name. */
    orderId: z.string().meta({
      description:
        "Notre référence chez l'opérateur : l'identifiant de la commande ou du panier, suivi de -2, -3… quand on repaie ; ou celle d'un débit de l'équipe.",
    }),
    /** The gateway's own id; empty while its answer is not known. */
    transactionId: z.string(),
    status: PayinStatus,
    amount: z.number(),
    currency: f.currency,
    network: z.string(),
    countryCode: f.country,
    /** The reason why it did not come, in words for the payer. */
    failureReason: z.string().nullable(),
    createdAt: f.isoTime,
  })
  .meta({ id: 'Payin' })
export type PayinView = z.output<typeof PayinView>

export const viewPayin = (tx: GatewayTransaction): z.output<typeof PayinView> => ({
  orderId: shownReference(tx),
  transactionId: tx.externalId ?? '',
  status: payinStatusOf(tx),
  amount: Number(formatAmount(tx.amountMinor, tx.currency)),
  currency: tx.currency,
  network: tx.network,
  countryCode: tx.country,
  failureReason: failureReasonOf(tx),
  createdAt: iso(tx.createdAt),
})
