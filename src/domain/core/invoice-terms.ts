import { sql } from 'drizzle-orm'
import type { InvoiceParty } from '../../db/schema/shops/invoices.ts'

/** The names of the settings: the tax that prices include, in hundredths of a per cent, and who issues invoices. */
export const TAX_SETTING = 'taxBps'
export const ISSUER_SETTING = 'invoiceIssuer'

/** Who issues invoices until an administrator has said more. */
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
