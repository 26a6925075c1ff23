import { eq, inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { platformSettings } from '#db/schema/core/settings.ts'
import { moneySettings } from '#db/schema/money/wallets.ts'
import { unlessHeld } from '#domain/core/approvals/held.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { DELIVERY_FEE_SETTING, type DefaultFees, defaultFeesOf } from '#domain/core/default-delivery-fee.ts'
import { ISSUER_SETTING, issuerOf, TAX_SETTING, taxBpsOf } from '#domain/core/invoice-terms.ts'
import { KYC_REQUIRED_FOR, KYC_SETTING, type KycRequiredFor } from '#domain/core/kyc-required.ts'
import { staffAct } from '#domain/core/owner/staff-acts.ts'
import { requireNewVersion, TERMS_SETTING, TermsIn, TermsView, termsOf } from '#domain/core/terms.ts'
import { invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { type Currency, formatAmount, type PriceCurrency } from '#kernel/money.ts'
import { settingsInWords } from './settings-in-words.ts'

const CROSSED = { field: 'maxPayoutPerDay', message: 'La limite de 24 heures doit être au moins le minimum.' }
const MIN_ABOVE_MAX = guard('MIN_ABOVE_MAX', 'VALIDATION_ERROR', { message: CROSSED.message, details: [CROSSED] })

const registered = f.line(1, 60).nullable().default(null)
const IssuerIn = z.strictObject({
  name: f.line(2, 120),
  address: f.line(2, 200).nullable().default(null),
  rccm: registered,
  idNat: registered,
  taxNumber: registered,
})

export const PlatformSettingsView = z
  .object({
    settings: z.array(
      z.object({
        currency: f.currency,
        minPayout: f.decimal,
        maxPayoutPerDay: f.decimal.nullable(),
        commissionRate: f.decimal.meta({ description: 'En pour cent.' }),
      }),
    ),
    kycRequiredFor: z.enum(KYC_REQUIRED_FOR),
    taxRate: f.decimal.meta({ description: 'La taxe comprise dans les prix, en pour cent.' }),
    defaultDeliveryFee: z.object({ USD: f.decimal, CDF: f.decimal }).nullable(),
    issuer: z
      .object({
        name: z.string(),
        address: z.string().nullable(),
        rccm: z.string().nullable(),
        idNat: z.string().nullable(),
        taxNumber: z.string().nullable(),
      })
      .meta({ description: 'Qui émet les factures.' }),
    terms: TermsView.nullable(),
  })
  .meta({ id: 'PlatformSettings' })

const percent = z
  .union([z.number(), z.string().max(6)])
  .refine((value) => /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/.test(String(value)), {
    error: 'Un taux de 0 à 100 %, avec au plus deux décimales, est attendu.',
  })
  .meta({
    json: {
      anyOf: [
        { type: 'number', minimum: 0, maximum: 100, multipleOf: 0.01 },
        { type: 'string', pattern: '^(100(\\.0{1,2})?|\\d{1,2}(\\.\\d{1,2})?)$' },
      ],
    },
  })

export const UpdatePlatformSettings = z
  .strictObject({
    currency: f.currency,
    minPayout: f.amount,
    maxPayoutPerDay: f.amount.nullable(),
    commissionRate: percent,
    kycRequiredFor: z.enum(KYC_REQUIRED_FOR),
    taxRate: percent,
    defaultDeliveryFee: z.strictObject({ USD: f.amount, CDF: f.amount }).nullable(),
    issuer: IssuerIn,
    terms: TermsIn.nullable(),
  })
  .partial()
type Update = z.output<typeof UpdatePlatformSettings>

const selectMoney = (ctx: Ctx) => ctx.db.select().from(moneySettings).orderBy(moneySettings.currency)
const NAMED = [KYC_SETTING, TAX_SETTING, ISSUER_SETTING, DELIVERY_FEE_SETTING, TERMS_SETTING]
const selectNamed = (ctx: Ctx) => ctx.db.select().from(platformSettings).where(inArray(platformSettings.name, NAMED))
type Money = Awaited<ReturnType<typeof selectMoney>>
type NamedRows = Awaited<ReturnType<typeof selectNamed>>

const view = (money: Money, named: NamedRows): z.output<typeof PlatformSettingsView> => {
  const set = new Map(named.map(({ name, value }) => [name, value]))
  const fees = defaultFeesOf(set.get(DELIVERY_FEE_SETTING))
  const { name, address, rccm, idNat, taxNumber } = issuerOf(set.get(ISSUER_SETTING))
  return {
    settings: money.map(({ currency, minPayoutMinor, maxPayoutPerDayMinor, commissionBps }) => ({
      currency,
      minPayout: formatAmount(minPayoutMinor, currency),
      maxPayoutPerDay: maxPayoutPerDayMinor === null ? null : formatAmount(maxPayoutPerDayMinor, currency),
      commissionRate: formatAmount(commissionBps, 'USD'),
    })),
    kycRequiredFor: (set.get(KYC_SETTING) as KycRequiredFor | undefined) ?? 'NONE',
    taxRate: formatAmount(taxBpsOf(set.get(TAX_SETTING)), 'USD'),
    defaultDeliveryFee: fees && { USD: formatAmount(fees.USD, 'USD'), CDF: formatAmount(fees.CDF, 'CDF') },
    issuer: { name, address: typeof address === 'string' ? address : null, rccm, idNat, taxNumber },
    terms: termsOf(set.get(TERMS_SETTING)),
  }
}

/** Shows the settings of finance for the whole platform (docs/money.md, Minimums). */
export async function showPlatformSettings(ctx: Ctx) {
  const [money, named] = await readTogether(ctx.db, selectMoney(ctx), selectNamed(ctx))
  return view(money, named)
}

/**
 * Changes the sent settings: of one currency, of the acts that need an identity, of the delivery fee without zones, of invoices, and of the
 * terms (docs/money.md, Minimums, Delivery fee, Invoices; docs/accounts.md, Terms). They freeze from the next withdrawal, acceptance, publication, quote or payment on.
 * @throws 400 for an amount without its currency, or a minimum above the maximum; 409 for another text of the terms in force
 */
export async function updatePlatformSettings(ctx: Ctx, input: Update) {
  const { currency, kycRequiredFor, taxRate, defaultDeliveryFee, issuer, terms, ...amounts } = input
  if (!currency && Object.values(amounts).some((value) => value !== undefined))
    invalid('currency', 'Nommez la devise de ces réglages.')
  const set = currency ? columnsOf(currency, amounts) : {}
  const isMoney = Object.keys(set).length > 0 || taxRate !== undefined || defaultDeliveryFee !== undefined
  const [money, named] = await commit(
    ctx,
    [
      ...(isMoney ? [unlessHeld(ctx)] : []),
      ...staffAct(ctx, 'settings.update', 'platform', input, { act: 'SETTINGS', what: settingsInWords(input) }),
      ...(currency && Object.keys(set).length > 0
        ? [
            ctx.db.update(moneySettings).set(set).where(eq(moneySettings.currency, currency)),
            requireMinBelowMax(ctx, currency),
          ]
        : []),
      ...(kycRequiredFor ? [setNamed(ctx, KYC_SETTING, kycRequiredFor)] : []),
      ...(taxRate === undefined ? [] : [setNamed(ctx, TAX_SETTING, String(f.amountOf(taxRate, 'USD', 'taxRate', 0)))]),
      ...(defaultDeliveryFee === undefined
        ? []
        : [setNamed(ctx, DELIVERY_FEE_SETTING, JSON.stringify(defaultDeliveryFee && feesIn(defaultDeliveryFee)))]),
      ...(issuer ? [setNamed(ctx, ISSUER_SETTING, JSON.stringify(issuer))] : []),
      ...(terms ? [requireNewVersion(ctx, terms)] : []),
      ...(terms === undefined ? [] : [setNamed(ctx, TERMS_SETTING, JSON.stringify(terms))]),
    ],
    selectMoney(ctx),
    selectNamed(ctx),
  )
  return view(money, named)
}

const feesIn = ({ USD, CDF }: Record<PriceCurrency, string | number>): DefaultFees => ({
  USD: f.amountOf(USD, 'USD', 'defaultDeliveryFee.USD', 0),
  CDF: f.amountOf(CDF, 'CDF', 'defaultDeliveryFee.CDF', 0),
})

/** Refuses a minimum above the maximum after the update, also if two people each change one of the two at once. */
const requireMinBelowMax = (ctx: Ctx, currency: Currency): Write =>
  abortWhen(
    ctx.db,
    MIN_ABOVE_MAX,
    sql`EXISTS (SELECT 1 FROM money_settings m WHERE m.currency = ${currency} AND m.max_payout_per_day_minor < m.min_payout_minor)`,
  )

type Columns = { minPayoutMinor?: number; maxPayoutPerDayMinor?: number | null; commissionBps?: number }

function columnsOf(currency: Currency, { minPayout, maxPayoutPerDay, commissionRate }: Update): Columns {
  return {
    ...(minPayout !== undefined && { minPayoutMinor: f.amountOf(minPayout, currency, 'minPayout') }),
    ...(maxPayoutPerDay !== undefined && {
      maxPayoutPerDayMinor: maxPayoutPerDay === null ? null : f.amountOf(maxPayoutPerDay, currency, 'maxPayoutPerDay'),
    }),
    ...(commissionRate !== undefined && { commissionBps: f.amountOf(commissionRate, 'USD', 'commissionRate', 0) }),
  }
}

const setNamed = (ctx: Ctx, name: string, value: string): Write =>
  ctx.db
    .insert(platformSettings)
    .values({ name, value, updatedAt: ctx.now })
    .onConflictDoUpdate({ target: platformSettings.name, set: { value: sql`excluded.value`, updatedAt: ctx.now } })
