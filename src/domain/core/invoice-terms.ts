import { sql } from 'drizzle-orm'
import type { InvoiceParty } from '#db/schema/shops/invoices.ts'

/** Names of settings: the tax that prices include, in hundredths of a per cent, and the issuer of invoices. */
export const TAX_SETTING = 'taxBps'
export const ISSUER_SETTING = 'invoiceIssuer'

/** The issuer of invoices until an administrator sets one. */
const UNNAMED: InvoiceParty = { name: 'Soko', rccm: null, idNat: null, taxNumber: null, address: null }

export const taxBpsOf = (value: string | null | undefined): number => Number(value ?? 0)
export const issuerOf = (value: string | null | undefined): InvoiceParty =>
  value == null ? UNNAMED : { ...UNNAMED, ...(JSON.parse(value) as Partial<InvoiceParty>) }

/** Both settings as columns of any statement. */
export const invoiceTerms = () => ({
  taxBps: sql<string | null>`(SELECT ts.value FROM platform_settings ts WHERE ts.name = ${TAX_SETTING})`.as(
    'tax_setting',
  ),
  issuer: sql<string | null>`(SELECT si.value FROM platform_settings si WHERE si.name = ${ISSUER_SETTING})`.as(
    'issuer_setting',
  ),
})
