import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { readTogether, type Write } from '../../../db/client.ts'
import { gatewayTransactions, gatewayWallets } from '../../../db/schema/money/gateways.ts'
import { accounts, type TransferKind, transfers } from '../../../db/schema/money/ledger.ts'
import { formatMoney } from '../../../kernel/format.ts'
import { type Currency, currencies } from '../../../kernel/money.ts'
import { COUNTRIES, countryCodes } from '../../../kernel/phone.ts'
import { DAY_MS, HOUR_MS, utcDayOf } from '../../../kernel/time.ts'
import type { WalletBalance } from '../../../providers/pawapay.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { refOf } from '../../core/incidents/matter.ts'
import { openIncident } from '../../core/incidents/open.ts'
import { GATEWAY_A_CLEARING } from '../ledger/accounts.ts'
import { keepDay } from './compared.ts'
import { comesIn } from './decide.ts'
import { NIGHT_A } from './matters.ts'

/** What a wallet may have beside what our books say it has, in minor units: its opening balance, fees, transfers to the bank. */
type Range = { leastMinor: number; mostMinor: number }
type Ours = Awaited<ReturnType<typeof readOurs>>

/**
 * Compares what gateway A says it holds for us with our books, and opens an incident for each currency in which the two went
 * apart since the last night (docs/gateways.md, Night job). A difference is told once: it is where the next night begins. What
 * is on its way may be in its wallet or not yet.
 */
export async function compareWithGatewayA(ctx: Ctx): Promise<void> {
  const read = await readAtRest(ctx)
  if (read === 'moving') return reportUnrest(ctx)
  if (read === 'silent') {
    await commit(ctx, [difference(ctx, 'unread', "Les soldes de l'opérateur A n'ont pas pu être lus.")])
    return
  }
  const writes = currencies.flatMap((currency) => compare(ctx, currency, read.ours, inWallets(read.told, currency)))
  await commit(ctx, [...writes, keepDay(ctx, 'A', utcDayOf(ctx.now - DAY_MS))])
}

/** How long the two may go without a comparison before a person hears of it. */
const UNCOMPARED_FOR_MS = 2 * DAY_MS

/** Our books moved each time: the next night tries again, and the third such night in a row is an incident, or the first of all. */
async function reportUnrest(ctx: Ctx): Promise<void> {
  const [last] = await ctx.db
    .select({ at: sql<number | null>`max(updated_at)`.as('compared_at') })
    .from(gatewayWallets)
    .where(inArray(gatewayWallets.currency, [...currencies]))
  if (last?.at && last.at > ctx.now - UNCOMPARED_FOR_MS - HOUR_MS) return
  const said =
    "Nos livres bougent chaque nuit pendant la lecture : rien n'est comparé avec l'opérateur A depuis trois nuits."
  await commit(ctx, [difference(ctx, 'moving', said)])
}

const ATTEMPTS = 3

/** Both sides as they were at one moment: nothing moved in our books while gateway A was asked. */
async function readAtRest(ctx: Ctx): Promise<{ ours: Ours; told: WalletBalance[] } | 'silent' | 'moving'> {
  let ours = await readOurs(ctx)
  for (let i = 0; i < ATTEMPTS; i++) {
    const told = await ctx.providers.pawapay.walletBalances()
    if (!told) return 'silent'
    const after = await readOurs(ctx)
    if (JSON.stringify(after) === JSON.stringify(ours)) return { ours, told }
    ours = after
  }
  return 'moving'
}

async function readOurs(ctx: Ctx) {
  const { kind, status, nextCheckAt } = gatewayTransactions
  const isOpen = and(inArray(kind, ['deposit', 'payout', 'refund']), inArray(status, ['pending', 'review']))
  const [clearing, open, late, known, bookings] = await readTogether(
    ctx.db,
    ctx.db.select().from(accounts).where(eq(accounts.code, GATEWAY_A_CLEARING)),
    sumMoving(ctx, isOpen),
    // What expired is asked about as long as it may come.
    sumMoving(ctx, and(eq(status, 'expired'), gt(nextCheckAt, 0))),
    ctx.db
      .select()
      .from(gatewayWallets)
      .where(inArray(gatewayWallets.currency, [...currencies])),
    sumBookings(ctx),
  )
  return { clearing, moving: [...open, ...late], known, bookings }
}

const EXPLAINS: TransferKind[] = [
  'booking:fee',
  'booking:settlement',
  'booking:topUp',
  'reversal:stood',
  'transfer:reversed',
]

/** Sums the bookings of gateway A's account since each currency was last compared, with those taken back and reversals that stood. */
const sumBookings = (ctx: Ctx) =>
  ctx.db
    .select({
      currency: transfers.currency,
      amountMinor: sql<number>`sum(iif(to_account = ${GATEWAY_A_CLEARING}, amount_minor, -amount_minor))`.as(
        'booked_minor',
      ),
    })
    .from(transfers)
    .where(
      and(
        inArray(transfers.kind, EXPLAINS),
        inArray(transfers.currency, [...currencies]),
        sql`${GATEWAY_A_CLEARING} IN (from_account, to_account)`,
        sql`created_at >= coalesce((SELECT w.updated_at FROM gateway_wallets w WHERE w.currency = transfers.currency), 0)`,
      ),
    )
    .groupBy(transfers.currency)

function sumMoving(ctx: Ctx, which: SQL | undefined) {
  const { gateway, kind, currency } = gatewayTransactions
  return ctx.db
    .select({ kind, currency, amountMinor: sql<number>`sum(amount_minor)`.as('moving_minor') })
    .from(gatewayTransactions)
    .where(and(eq(gateway, 'A'), which))
    .groupBy(kind, currency)
}

const SERVED = countryCodes.map((code): string => COUNTRIES[code].alpha3)

/** What all wallets of a currency have together; undefined where gateway A shows none. */
function inWallets(told: WalletBalance[], currency: Currency): number | undefined {
  const wallets = told.filter(({ country, money }) => SERVED.includes(country) && money?.currency === currency)
  return wallets.length > 0 ? wallets.reduce((sum, { money }) => sum + (money?.amountMinor ?? 0), 0) : undefined
}

function compare(ctx: Ctx, currency: Currency, ours: Ours, toldMinor: number | undefined): Write[] {
  // Our account of a gateway is the mirror of what it holds.
  const bookedMinor = -(ours.clearing.find((account) => account.currency === currency)?.balanceMinor ?? 0)
  const known = ours.known.find((wallet) => wallet.currency === currency)
  const say = (amountMinor: number) => formatMoney({ amountMinor, currency })
  if (toldMinor === undefined) {
    if (bookedMinor === 0 && !known) return []
    return [difference(ctx, currency, `Pas de portefeuille en ${currency}, où nos livres ont ${say(bookedMinor)}.`)]
  }
  const moving = ours.moving.filter((each) => each.currency === currency)
  const sumOf = (isIn: boolean) =>
    moving.filter((each) => comesIn(each) === isIn).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const besideMinor = toldMinor - bookedMinor
  const now = { leastMinor: besideMinor - sumOf(true), mostMinor: besideMinor + sumOf(false) }
  const expected = known ?? { leastMinor: 0, mostMinor: 0 }
  const booked = ours.bookings.find((each) => each.currency === currency)
  const common = commonOf(expected, now) ?? (booked && explainedBy(booked.amountMinor, expected, now))
  const keep = keepRange(ctx, currency, common ?? now)
  if (common) return [keep]
  const key = `${currency}:${toldMinor}:${bookedMinor}`
  return [
    keep,
    difference(
      ctx,
      key,
      `${say(toldMinor)} chez l'opérateur A, ${say(bookedMinor)} dans nos livres : l'écart a changé.`,
    ),
  ]
}

/**
 * What was booked since, where it brings our books nearer to what gateway A has: a difference that was told, by a fee or a
 * transfer, is then explained. A booking that leads away from it is a difference of its own.
 */
function explainedBy(shiftMinor: number, expected: Range, now: Range): Range | undefined {
  if (farFromAgreed(now) === 0) return now
  const shifted = { leastMinor: expected.leastMinor + shiftMinor, mostMinor: expected.mostMinor + shiftMinor }
  return farFromAgreed(now) < farFromAgreed(expected) ? commonOf(shifted, now) : undefined
}

const farFromAgreed = ({ leastMinor, mostMinor }: Range) => Math.max(0, leastMinor, -mostMinor)

function commonOf(a: Range, b: Range): Range | undefined {
  const common = {
    leastMinor: Math.max(a.leastMinor, b.leastMinor),
    mostMinor: Math.min(a.mostMinor, b.mostMinor),
  }
  return common.leastMinor <= common.mostMinor ? common : undefined
}

const keepRange = (ctx: Ctx, currency: Currency, { leastMinor, mostMinor }: Range): Write =>
  ctx.db
    .insert(gatewayWallets)
    .values({ currency, leastMinor, mostMinor, updatedAt: ctx.now })
    .onConflictDoUpdate({ target: gatewayWallets.currency, set: { leastMinor, mostMinor, updatedAt: ctx.now } })

const difference = (ctx: Ctx, key: string, description: string): Write =>
  openIncident(ctx, {
    ref: refOf(NIGHT_A, `${utcDayOf(ctx.now)}:${key}`),
    severity: 'HIGH',
    title: "Différence avec les soldes de l'opérateur A",
    description,
  })
