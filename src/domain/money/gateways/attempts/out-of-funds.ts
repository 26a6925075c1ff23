import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { GATEWAYS } from '#providers/gateways.ts'

/** Whether a gateway refused because our wallet there has too little. */
export function isOutOfFunds({ gateway, failureCode }: Pick<GatewayTransaction, 'gateway' | 'failureCode'>): boolean {
  const { outOfFunds } = GATEWAYS[gateway]
  return outOfFunds !== undefined && failureCode === outOfFunds
}
