import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { readTogether, type Write } from '#db/client.ts'
import { ATTEMPT_KINDS, ATTEMPT_STATES, gatewayTransactions, gatewayWallets } from '#db/schema/money/gateways.ts'
import { accounts, type TransferKind, transfers } from '#db/schema/money/ledger.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { clearingOf } from '#domain/money/ledger/accounts.ts'
import { formatMoney } from '#kernel/format.ts'
import { type Currency, currencies } from '#kernel/money.ts'
import { COUNTRIES, countryCodes } from '#kernel/phone.ts'
import { DAY_MS, HOUR_MS, utcDayOf } from '#kernel/time.ts'
import type { Night, WalletBalance } from '#providers/gateway.ts'
import type { GatewayId } from '#providers/gateways.ts'
import { NIGHT } from '../matters.ts'
import { comesIn } from '../readings/decide.ts'
import { keepDay } from './differences.ts'
import { commonOf, explainedBy, type WalletRange } from './wallet-range.ts'

type Ask = Extract<Night, { by: 'balances' }>['read']
type Ours = Awaited<ReturnType<typeof readOurs>>

/**
 * Compares the balances that a gateway tells with our books. Opens an incident for each currency in which the difference changed since last
 * night (docs/gateways.md, Night job), once: the next night compares with the new difference. Money on its way may lie on either side.
 */
export async function compareBalances(ctx: Ctx, gateway: GatewayId, ask: Ask): Promise<void> {
  const read = await readAtRest(ctx, gateway, ask)
  if (read === 'moving') return reportUnrest(ctx, gateway)
  if (read === 'silent') {
    await commit(ctx, [
      difference(ctx, gateway, 'unread', `Les soldes de l'opérateur ${gateway} n'ont pas pu être lus.`),
    ])
    return
  }
  const writes = currencies.flatMap((currency) =>
    compare(ctx, gateway, currency, read.ours, inWallets(read.told, currency)),
  )
  await commit(ctx, [...writes, keepDay(ctx, gateway, utcDayOf(ctx.now - DAY_MS))])
}

/** Time without a comparison after which a person is told, in ms. */
const UNCOMPARED_FOR_MS = 2 * DAY_MS

/**
 * Opens an incident if our books moved during each reading for the third night in a row, or before any comparison. The next night tries
 * again.
 */
async function reportUnrest(ctx: Ctx, gateway: GatewayId): Promise<void> {
  const [last] = await ctx.db
    .select({ at: sql<number | null>`max(updated_at)`.as('compared_at') })
    .from(gatewayWallets)
    .where(eq(gatewayWallets.gateway, gateway))
  if (last?.at && last.at > ctx.now - UNCOMPARED_FOR_MS - HOUR_MS) return
  const said = `Nos livres bougent chaque nuit pendant la lecture : rien n'est comparé avec l'opérateur ${gateway} depuis trois nuits.`
  await commit(ctx, [difference(ctx, gateway, 'moving', said)])
}

const ATTEMPTS = 3

/** Reads both sides at one moment: nothing moves in our books while the gateway is asked. */
async function readAtRest(
  ctx: Ctx,
  gateway: GatewayId,
  ask: Ask,
): Promise<{ ours: Ours; told: WalletBalance[] } | 'silent' | 'moving'> {
  let ours = await readOurs(ctx, gateway)
  for (let i = 0; i < ATTEMPTS; i++) {
    const told = await ask()
    if (!told) return 'silent'
    const after = await readOurs(ctx, gateway)
    if (JSON.stringify(after) === JSON.stringify(ours)) return { ours, told }
    ours = after
  }
  return 'moving'
}

async function readOurs(ctx: Ctx, gateway: GatewayId) {
  const { kind, status, nextCheckAt } = gatewayTransactions
  const isOpen = and(inArray(kind, ATTEMPT_KINDS), inArray(status, ATTEMPT_STATES.inFlight.states))
  const [clearing, open, late, known, bookings] = await readTogether(
    ctx.db,
    ctx.db
      .select()
      .from(accounts)
      .where(eq(accounts.code, clearingOf(gateway))),
    sumMoving(ctx, gateway, isOpen),
    // An expired attempt is asked about as long as its money may come.
    sumMoving(ctx, gateway, and(eq(status, 'expired'), gt(nextCheckAt, 0))),
    ctx.db.select().from(gatewayWallets).where(eq(gatewayWallets.gateway, gateway)),
    sumBookings(ctx, gateway, clearingOf(gateway)),
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

/** Sums the bookings of a gateway's account since each currency was last compared, with those taken back and reversals that stood. */
const sumBookings = (ctx: Ctx, gateway: GatewayId, clearing: string) =>
  ctx.db
    .select({
      currency: transfers.currency,
      amountMinor: sql<number>`sum(iif(to_account = ${clearing}, amount_minor, -amount_minor))`.as('booked_minor'),
    })
    .from(transfers)
    .where(
      and(
        inArray(transfers.kind, EXPLAINS),
        inArray(transfers.currency, [...currencies]),
        sql`${clearing} IN (from_account, to_account)`,
        sql`created_at >= coalesce((SELECT w.updated_at FROM gateway_wallets w WHERE w.gateway = ${gateway} AND w.currency = transfers.currency), 0)`,
      ),
    )
    .groupBy(transfers.currency)

function sumMoving(ctx: Ctx, gateway: GatewayId, which: SQL | undefined) {
  const { kind, currency } = gatewayTransactions
  return ctx.db
    .select({ kind, currency, amountMinor: sql<number>`sum(amount_minor)`.as('moving_minor') })
    .from(gatewayTransactions)
    .where(and(eq(gatewayTransactions.gateway, gateway), which))
    .groupBy(kind, currency)
}

const SERVED = countryCodes.map((code): string => COUNTRIES[code].alpha3)

/** The sum of all wallets of a currency; undefined if the gateway shows none. */
function inWallets(told: WalletBalance[], currency: Currency): number | undefined {
  const wallets = told.filter(({ country, money }) => SERVED.includes(country) && money?.currency === currency)
  return wallets.length > 0 ? wallets.reduce((sum, { money }) => sum + (money?.amountMinor ?? 0), 0) : undefined
}

function compare(ctx: Ctx, gateway: GatewayId, currency: Currency, ours: Ours, toldMinor: number | undefined): Write[] {
  // Our account of a gateway is the mirror of what it holds.
  const bookedMinor = -(ours.clearing.find((account) => account.currency === currency)?.balanceMinor ?? 0)
  const known = ours.known.find((wallet) => wallet.currency === currency)
  const say = (amountMinor: number) => formatMoney({ amountMinor, currency })
  if (toldMinor === undefined) {
    if (bookedMinor === 0 && !known) return []
    return [
      difference(ctx, gateway, currency, `Pas de portefeuille en ${currency}, où nos livres ont ${say(bookedMinor)}.`),
    ]
  }
  const moving = ours.moving.filter((each) => each.currency === currency)
  const sumOf = (isIn: boolean) =>
    moving.filter((each) => comesIn(each) === isIn).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const besideMinor = toldMinor - bookedMinor
  const now = { leastMinor: besideMinor - sumOf(true), mostMinor: besideMinor + sumOf(false) }
  const expected = known ?? { leastMinor: 0, mostMinor: 0 }
  const booked = ours.bookings.find((each) => each.currency === currency)
  const common = commonOf(expected, now) ?? (booked && explainedBy(booked.amountMinor, expected, now))
  const keep = keepRange(ctx, gateway, currency, common ?? now)
  if (common) return [keep]
  const key = `${currency}:${toldMinor}:${bookedMinor}`
  return [
    keep,
    difference(
      ctx,
      gateway,
      key,
      `${say(toldMinor)} chez l'opérateur ${gateway}, ${say(bookedMinor)} dans nos livres : l'écart a changé.`,
    ),
  ]
}

const keepRange = (ctx: Ctx, gateway: GatewayId, currency: Currency, { leastMinor, mostMinor }: WalletRange): Write =>
  ctx.db
    .insert(gatewayWallets)
    .values({ gateway, currency, leastMinor, mostMinor, updatedAt: ctx.now })
    .onConflictDoUpdate({
      target: [gatewayWallets.gateway, gatewayWallets.currency],
      set: { leastMinor, mostMinor, updatedAt: ctx.now },
    })

const difference = (ctx: Ctx, gateway: GatewayId, key: string, description: string): Write =>
  openIncident(ctx, {
    ref: refOf(NIGHT, `${gateway}:${utcDayOf(ctx.now)}:${key}`),
    severity: 'HIGH',
    title: `Différence avec les soldes de l'opérateur ${gateway}`,
    description,
  })
