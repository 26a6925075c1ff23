import type { GatewayTransaction } from '#db/schema/money/gateways.ts'

const NO_MONEY = "Le solde du compte mobile money n'est pas suffisant."
const WRONG_NUMBER = "Ce numéro n'a pas de compte mobile money sur ce réseau."
const OVER_LIMIT = 'Le plafond du compte mobile money ou de son opérateur est dépassé.'
const NO_ANSWER = "Le payeur n'a pas répondu à temps."
const REFUSED = 'Le paiement a été refusé.'
const UNSENT = "La demande de paiement n'a pas pu être envoyée à l'opérateur."
const TAKEN_BACK = "L'opérateur a repris le paiement."

/** Reasons for failure codes of gateways, in words; a code that is not here means a refusal (docs/gateways.md, Failure codes). */
const WORDS: Record<string, string> = {
  INSUFFICIENT_BALANCE: NO_MONEY,
  INSUFFICIENT_FUNDS: NO_MONEY,
  PAYER_NOT_FOUND: WRONG_NUMBER,
  INVALID_PHONE_NUMBER: WRONG_NUMBER,
  INVALID_PROVIDER: WRONG_NUMBER,
  PAYER_LIMIT_REACHED: OVER_LIMIT,
  WALLET_LIMIT_REACHED: OVER_LIMIT,
  AMOUNT_OUT_OF_BOUNDS: OVER_LIMIT,
  INVALID_AMOUNT: OVER_LIMIT,
  TIMEOUT: NO_ANSWER,
  EXPIRED: NO_ANSWER,
  NOT_FOUND: NO_ANSWER,
  NOT_SENT: UNSENT,
}

type Attempt = Pick<GatewayTransaction, 'status' | 'failureCode'>

/** Explains in French to the payer why a payment did not come; null if it came, or still may come. */
export function failureReasonOf({ status, failureCode }: Attempt): string | null {
  if (status === 'expired') return NO_ANSWER
  if (status === 'reversed') return TAKEN_BACK
  if (status !== 'failed') return null
  return WORDS[failureCode ?? ''] ?? REFUSED
}
