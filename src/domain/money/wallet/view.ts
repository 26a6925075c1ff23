import * as z from 'zod'
import { WALLET_ENTRY_TYPES } from '#db/schema/money/ledger.ts'
import { PAYOUT_STATES, PAYOUT_STATUSES, type payouts } from '#db/schema/money/payouts.ts'
import * as f from '#kernel/fields.ts'
import { formatAmount, formatRate } from '#kernel/money.ts'
import { maskPhone } from '#kernel/phone.ts'
import { iso } from '#kernel/time.ts'
import { sentOf } from '../payouts/exchange.ts'
import type { PayoutRow } from '../payouts/queries.ts'
import type { EntryFile, WalletRow } from './queries.ts'

export const PayoutNumberView = z
  .object({ phoneNumber: z.string(), network: z.string(), countryCode: f.country, verifiedAt: f.isoTime })
  .meta({ id: 'PayoutNumber' })

/** Statuses of the money of a line. */
const ENTRY_STATUSES = ['PROCESSING', ...PAYOUT_STATES.settled.states] as const
type EntryStatus = (typeof ENTRY_STATUSES)[number]

/** The amount that the phone gets; a rate only if its currency is not the wallet's. */
export const PayoutMoneyView = {
  payoutAmount: f.decimal,
  payoutCurrency: f.currency,
  exchangeRate: f.decimal.nullable().meta({
    description: 'Le taux auquel le téléphone reçoit sa propre devise, celui du moment où le code a été demandé.',
  }),
}

export function viewSent(payout: Pick<PayoutRow, 'amountMinor' | 'currency' | 'exchange'>) {
  const { amountMinor, currency } = sentOf(payout)
  return {
    payoutAmount: formatAmount(amountMinor, currency),
    payoutCurrency: currency,
    exchangeRate: payout.exchange && formatRate(payout.exchange.rate),
  }
}

/** A wallet transaction (docs/money.md, Wallet). */
export const WalletTransactionView = z
  .object({
    id: f.id,
    /** The seller profile's id, or the rider's. */
    sellerProfileId: f.id,
    type: z.enum(WALLET_ENTRY_TYPES).meta({ id: 'WalletEntryType' }),
    /** The amount; negative if it leaves the wallet. */
    amount: f.decimal,
    currency: f.currency,
    /** The order it comes from; for a payout, the reference by which the gateway knows it. */
    orderId: z.string(),
    createdAt: f.isoTime,
    balanceAfter: f.decimal,
    status: z.enum(ENTRY_STATUSES).meta({ id: 'WalletEntryStatus' }),
    /** Null if the line is no payout. */
    payoutAmount: f.decimal.nullable(),
    payoutCurrency: f.currency.nullable(),
    exchangeRate: f.decimal.nullable(),
  })
  .meta({ id: 'WalletTransaction' })
export const WalletTransactionList = f.listOf('transactions', WalletTransactionView)

export const WithdrawalView = z
  .object({
    id: f.id,
    status: z.enum(PAYOUT_STATUSES),
    amount: f.decimal,
    currency: f.currency,
    ...PayoutMoneyView,
    phoneNumber: z.string(),
    network: z.string(),
    countryCode: f.country,
    failureCode: z.string().nullable(),
    createdAt: f.isoTime,
    updatedAt: f.isoTime,
  })
  .meta({ id: 'Withdrawal' })
export const WithdrawalList = f.listOf('payouts', WithdrawalView)

/** The payout number, masked: a person who holds the seller's phone for a moment must not learn where the money goes. */
export const viewPayoutNumber = (wallet: WalletRow | undefined): z.output<typeof PayoutNumberView> | null =>
  wallet?.payoutPhone && wallet.payoutNetwork && wallet.payoutCountry && wallet.payoutVerifiedAt
    ? {
        phoneNumber: maskPhone(wallet.payoutPhone),
        network: wallet.payoutNetwork,
        countryCode: wallet.payoutCountry,
        verifiedAt: iso(wallet.payoutVerifiedAt),
      }
    : null

export const viewTransaction = ({
  entry,
  payoutStatus,
  exchange,
}: EntryFile): z.output<typeof WalletTransactionView> => ({
  id: entry.id,
  sellerProfileId: entry.ownerId,
  type: entry.type,
  amount: formatAmount(entry.amountMinor, entry.currency),
  currency: entry.currency,
  orderId: entry.orderId ?? entry.payoutId ?? '',
  createdAt: iso(entry.createdAt),
  balanceAfter: formatAmount(entry.balanceAfterMinor, entry.currency),
  status: entry.type === 'PAYOUT' ? statusOf(payoutStatus) : 'COMPLETED',
  ...(entry.type === 'PAYOUT'
    ? viewSent({ amountMinor: -entry.amountMinor, currency: entry.currency, exchange })
    : { payoutAmount: null, payoutCurrency: null, exchangeRate: null }),
})

const statusOf = (status: EntryFile['payoutStatus']): EntryStatus =>
  PAYOUT_STATES.settled.has(status) ? status : 'PROCESSING'

export const viewWithdrawal = (row: typeof payouts.$inferSelect): z.output<typeof WithdrawalView> => ({
  id: row.id,
  status: row.status,
  amount: formatAmount(row.amountMinor, row.currency),
  currency: row.currency,
  ...viewSent(row),
  phoneNumber: maskPhone(row.phone),
  network: row.network,
  countryCode: row.country,
  failureCode: row.failureCode,
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
})
