import type { GatewayTransaction } from '#db/schema/money/gateways.ts'

/** Before the reference that a caller gives a charge: no order, refund or withdrawal has one that begins so. */
const OWN = 'CH-'

/** The reference that a gateway is told of a charge that its caller named: nothing of ours ever needs that name. */
export const ownReference = (name: string) => `${OWN}${name}`

/** The name that its caller gave a charge; of anything else the reference itself. */
export const shownReference = ({ purpose, reference }: Pick<GatewayTransaction, 'purpose' | 'reference'>) =>
  purpose === 'CHARGE' && reference.startsWith(OWN) ? reference.slice(OWN.length) : reference
