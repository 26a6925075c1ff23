import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '../../../db/client.ts'
import { platformSettings } from '../../../db/schema/core/settings.ts'
import { moneySettings } from '../../../db/schema/money/wallets.ts'
import { invalid } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { type Currency, formatAmount } from '../../../kernel/money.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { KYC_REQUIRED_FOR, KYC_SETTING, type KycRequiredFor } from '../../core/kyc-required.ts'

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
  })
  .partial()
type Update = z.output<typeof UpdatePlatformSettings>

const selectMoney = (ctx: Ctx) => ctx.db.select().from(moneySettings).orderBy(moneySettings.currency)
const selectKyc = (ctx: Ctx) => ctx.db.select().from(platformSettings).where(eq(platformSettings.name, KYC_SETTING))
type Money = Awaited<ReturnType<typeof selectMoney>>
type Kyc = Awaited<ReturnType<typeof selectKyc>>

const view = (money: Money, [kyc]: Kyc): z.output<typeof PlatformSettingsView> => ({
  settings: money.map(({ currency, minPayoutMinor, maxPayoutPerDayMinor, commissionBps }) => ({
    currency,
    minPayout: formatAmount(minPayoutMinor, currency),
    maxPayoutPerDay: maxPayoutPerDayMinor === null ? null : formatAmount(maxPayoutPerDayMinor, currency),
    commissionRate: formatAmount(commissionBps, 'USD'),
  })),
  kycRequiredFor: (kyc?.value as KycRequiredFor | undefined) ?? 'NONE',
})

/** What finance set for the whole platform (docs/money.md, Minimums). */
export async function showPlatformSettings(ctx: Ctx) {
  const [money, kyc] = await readTogether(ctx.db, selectMoney(ctx), selectKyc(ctx))
  return view(money, kyc)
}

/**
 * Changes what is sent of one currency's settings, and what an identity is asked for (docs/money.md, Minimums). It
 * holds from the next withdrawal, acceptance or publication on.
 * @throws 400 for an amount without its currency, or a minimum above the maximum
 */
export async function updatePlatformSettings(ctx: Ctx, input: Update) {
  const { currency, kycRequiredFor, ...amounts } = input
  if (!currency && Object.values(amounts).some((value) => value !== undefined))
    invalid('currency', 'Nommez la devise de ces réglages.')
  const set = currency ? columnsOf(currency, amounts) : {}
  if (currency) await requireOrder(ctx, currency, set)
  const [money, kyc] = await commit(
    ctx,
    [
      ...(currency && Object.keys(set).length > 0
        ? [ctx.db.update(moneySettings).set(set).where(eq(moneySettings.currency, currency))]
        : []),
      ...(kycRequiredFor ? [setKyc(ctx, kycRequiredFor)] : []),
      audited(ctx, 'settings.update', 'platform', input),
    ],
    selectMoney(ctx),
    selectKyc(ctx),
  )
  return view(money, kyc)
}

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

async function requireOrder(ctx: Ctx, currency: Currency, set: Columns): Promise<void> {
  const now = (await selectMoney(ctx)).find((row) => row.currency === currency)
  const { minPayoutMinor = 1, maxPayoutPerDayMinor = null } = { ...now, ...set }
  if (maxPayoutPerDayMinor !== null && maxPayoutPerDayMinor < minPayoutMinor)
    invalid('maxPayoutPerDay', 'La limite de 24 heures doit être au moins le minimum.')
}

const setKyc = (ctx: Ctx, value: KycRequiredFor): Write =>
  ctx.db
    .insert(platformSettings)
    .values({ name: KYC_SETTING, value, updatedAt: ctx.now })
    .onConflictDoUpdate({ target: platformSettings.name, set: { value: sql`excluded.value`, updatedAt: ctx.now } })
