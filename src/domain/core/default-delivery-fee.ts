import { sql } from 'drizzle-orm'
import type { PriceCurrency } from '#kernel/money.ts'

/** The name of the setting. */
export const DELIVERY_FEE_SETTING = 'defaultDeliveryFee'

export type DeliveryFee = { feeMinor: number; feeCurrency: PriceCurrency }
/** Minor units of a delivery in a city without zones: set in each currency, so that no rate is needed. */
export type DefaultFees = Record<PriceCurrency, number>

/** Fees until an administrator sets others. */
const FEES: DefaultFees = { USD: 200, CDF: 560_000 }

/** Reads the setting; null means that nobody delivers to a city without zones. */
export const defaultFeesOf = (value: string | null | undefined): DefaultFees | null =>
  value == null ? FEES : (JSON.parse(value) as DefaultFees | null)

/** The setting as a column of any statement. */
export const defaultDeliveryFee = () =>
  sql<string | null>`(SELECT fs.value FROM platform_settings fs WHERE fs.name = ${DELIVERY_FEE_SETTING})`.as(
    'default_delivery_fee',
  )
