import type { Write } from '#db/client.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { CASH, clearingOf } from '#domain/money/ledger/accounts.ts'
import { post } from '#domain/money/ledger/post.ts'
import { formatMoney } from '#kernel/format.ts'
import { REVERSAL_STOOD } from '../matters.ts'
import { comesIn } from './decide.ts'
import { settleAgreed } from './settle-agreed.ts'

const OTHER_CURRENCY =
  "L'opérateur l'annonce dans une autre monnaie : rien n'est passé en compte. Vérifiez avec lui, et passez l'écriture."

/**
 * People said that an attempt was taken back, and it was not: what it caused stays as they decided, and the money is our cash's, for
 * people to pay out or to claim (docs/money.md, Corrections).
 * @param heardMinor the amount that its gateway says; null in another currency is booked by nobody but finance
 */
export function reversalStands(ctx: Ctx, tx: GatewayTransaction, heardMinor: number | null): Write[] {
  const { currency, gateway, id: ref } = tx
  const amountMinor = heardMinor ?? 0
  const clearing = clearingOf(gateway)
  const way = comesIn(tx) ? { from: clearing, to: CASH } : { from: CASH, to: clearing }
  const what = comesIn(tx)
    ? "La somme est chez lui et attend dans notre caisse : rendez-la par un versement à qui l'a payée, si elle lui est due."
    : `La somme est arrivée au ${tx.phone} et manque à notre caisse.`
  return [
    ...settleAgreed(ctx, [tx.id]),
    ...post(ctx, { kind: 'reversal:stood', ref, ...way, amountMinor, currency }),
    openIncident(ctx, {
      ref: refOf(REVERSAL_STOOD, tx.id),
      severity: 'HIGH',
      title: "Reprise décidée à la main, que l'opérateur n'a pas faite",
      description: `${formatMoney({ amountMinor: heardMinor ?? tx.amountMinor, currency })} (${tx.reference}) : repris chez nous, réussi chez l'opérateur après 30 jours de questions. ${heardMinor === null ? OTHER_CURRENCY : what}`,
    }),
  ]
}
