import * as z from 'zod'
import type { Money } from '../kernel/money.ts'
import { claimedMoney } from './claimed-money.ts'
import type { HttpAnswer } from './http-call.ts'

const OPERATIONS = ['DEPOSIT', 'PAYOUT', 'REFUND'] as const

/** Each operation with its word, OPERATIONAL, DELAYED or CLOSED; what cannot be read is left out. */
const Words = z.record(z.string(), z.unknown()).transform((all) => {
  const words: Partial<Record<(typeof OPERATIONS)[number], string>> = {}
  for (const name of OPERATIONS) {
    const word = all[name]
    if (typeof word === 'string') words[name] = word
  }
  return words
})

/** Which operators work now, of every country that the gateway knows. */
const Availability = z.array(
  z.object({
    country: z.string(),
    providers: z.array(z.object({ provider: z.string(), operationTypes: Words })),
  }),
)
export type Availability = z.infer<typeof Availability>

const Wallet = z.object({ country: z.string(), currency: z.string(), balance: z.string() })
const Wallets = z.object({ balances: z.array(Wallet) })
/** The balance of one of our wallets at the gateway, as it writes it; as money if the currency is one of ours. */
export type WalletBalance = z.infer<typeof Wallet> & { money: Money | undefined }

const Predicted = z.object({ country: z.string(), provider: z.string() })
/** The operator of a number, or that it has none. */
export type Prediction = { kind: 'known'; country: string; provider: string } | { kind: 'nobody' }

const bodyOf = (answer: HttpAnswer): unknown =>
  answer.kind === 'answer' && answer.status === 200 ? answer.body : undefined

export const readAvailability = (answer: HttpAnswer): Availability | undefined =>
  Availability.safeParse(bodyOf(answer)).data

export const readBalances = (answer: HttpAnswer): WalletBalance[] | undefined =>
  Wallets.safeParse(bodyOf(answer)).data?.balances.map((wallet) => {
    const claimed = claimedMoney(wallet.balance, wallet.currency)
    return { ...wallet, money: claimed === 'unreadable' ? undefined : claimed.money }
  })

/** undefined when unreachable or unreadable; a number that it refuses is nobody's. */
export function readPrediction(answer: HttpAnswer): Prediction | undefined {
  if (answer.kind === 'answer' && answer.status === 400) return { kind: 'nobody' }
  const found = Predicted.safeParse(bodyOf(answer)).data
  return found && { kind: 'known', ...found }
}
