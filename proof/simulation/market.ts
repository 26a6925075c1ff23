import type { Actor, Ctx } from '#domain/core/context.ts'
import { confirmPayoutNumber } from '#domain/money/wallet/confirm-payout-number.ts'
import { RequestPayoutNumber, requestPayoutNumber } from '#domain/money/wallet/request-payout-number.ts'
import { ApplyAsRider, applyAsRider } from '#domain/orders/riders/apply.ts'
import { decideRider } from '#domain/orders/riders/decide.ts'
import { setAvailability } from '#domain/orders/riders/set-availability.ts'
import { CreateProfile, createSellerProfile } from '#domain/shops/profiles/create.ts'
import { CreateShop, createShop } from '#domain/shops/shops/create.ts'
import { publishShop } from '#domain/shops/shops/publish.ts'
import { Subscribe, subscribe } from '#domain/shops/subscriptions/subscribe.ts'
import type { Role } from '#kernel/roles.ts'
import { PROFILE } from '#testing/fixtures/inputs.ts'
import { openStore } from '#testing/store.ts'
import { contextOf } from './context.ts'
import { makeCryptoImmediate } from './crypto.ts'
import { watchClaims } from './laws/charges.ts'
import { watchClosures } from './laws/closures.ts'
import { findMachines } from './laws/laws.ts'
import { watchMoves } from './laws/moves.ts'
import { prepareGuests } from './people/accounts/guests.ts'
import { CATEGORY, PLANS, publishProduct } from './people/goods.ts'
import { buyAndReceive, NUMBER, newestCode } from './people/purchase.ts'
import { newSimulation, type People } from './simulation.ts'
import { makeWaitsImmediate } from './waits.ts'

const START = Date.UTC(2026, 5, 1, 8)

export type Market = Awaited<ReturnType<typeof openMarket>>

/**
 * A small market, made by the verbs themselves without faults: three sellers of whom one has a shop with goods in
 * dollars and one in francs, buyers, riders and staff. Every history of this process starts from it.
 */
export async function openMarket() {
  makeCryptoImmediate()
  makeWaitsImmediate()
  // No verb asks how many rows a write changed.
  const store = openStore({ countsChanges: false })
  watchClaims(store)
  watchClosures(store)
  watchMoves(store)
  const people = insertPeople(store)
  const simulation = newSimulation(0, { store, people, now: START })
  simulation.hasFaults = false
  const { sellers, riders, admins, buyers } = people
  const task = { id: 0, label: 'market', isDead: false, crashIn: -1, d1FaultIn: -1, isDisturbed: false }
  const later: (() => Promise<unknown>)[] = []
  const as = (actor: Actor | null): Ctx => contextOf(simulation, task, actor, (work) => void later.push(work))

  for (const seller of sellers) {
    const profile = await createSellerProfile(as(seller), CreateProfile.parse(PROFILE))
    seller.role = 'SELLER'
    seller.sellerProfileId = profile.id
  }
  const [seller, , inFrancs] = sellers as [Actor, Actor, Actor]
  await openShop(as(seller), 'USD', '0', [
    [1250, 4],
    [333, 4],
  ])
  await openShop(as(inFrancs), 'CDF', '5000', [
    [1300, 5000],
    [2_800_050, 6],
  ])
  for (const rider of riders) {
    const { id } = await applyAsRider(as(rider), ApplyAsRider.parse({ vehicleType: 'MOTO' }))
    rider.role = 'RIDER'
    rider.riderId = id
    await decideRider(as(admins[0] as Actor), id, 'approve', {})
    await setAvailability(as(rider), { availability: 'ONLINE' })
  }
  for (const earner of [seller, inFrancs, ...riders]) {
    await requestPayoutNumber(as(earner), RequestPayoutNumber.parse(NUMBER))
    await confirmPayoutNumber(as(earner), { code: newestCode(simulation, 'code.payout-number') })
  }
  for (const [i, buyer] of buyers.entries()) {
    const rider = riders[i % riders.length] ?? buyer
    await buyAndReceive(simulation, as, { buyer, seller, rider, payer: i === 1 ? 1 : 0 })
  }
  await prepareGuests(simulation, as)
  // Messages go out at the end, so that the codes in them can be read before.
  for (const work of later) await work()
  const lastMove = store.rows<{ n: number }>('SELECT max(at) AS n FROM moves')[0]?.n ?? 0
  const lastOrder = store.rows<{ n: number }>('SELECT max(rowid) AS n FROM orders')[0]?.n ?? 0
  const { movements } = simulation.gateways
  return {
    store,
    people,
    now: START,
    machines: await findMachines(),
    lastMove,
    lastOrder,
    movements,
    pictures: simulation.pictures,
  }
}

/** A seller subscribes and opens a shop with goods, each of a price and a stock. */
async function openShop(ctx: Ctx, currency: 'USD' | 'CDF', minOrderAmount: string, goods: [number, number][]) {
  await subscribe(
    ctx,
    Subscribe.parse({
      planId: PLANS.free,
      billingCycle: 'MONTHLY',
      currency: 'USD',
      payerPhoneNumber: '0810000001',
      country: 'CD',
      provider: 'VODACOM_MPESA_COD',
    }),
  )
  const address = { country: 'CD', city: 'Bukavu' }
  const shop = await createShop(
    ctx,
    CreateShop.parse({ name: `Kivu Frais ${ctx.ids.v7()}`, address, currency, minOrderAmount }),
  )
  await publishShop(ctx, shop.id)
  for (const [amountMinor, stock] of goods) await publishProduct(ctx, shop.id, { amountMinor, currency }, stock)
}

/** Adds the people and things that are there before anybody acts. */
function insertPeople(store: ReturnType<typeof openStore>): People {
  let number = 0
  const person = (role: Role): Actor => {
    number++
    const id = `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
    const email = `p${number}@soko.test`
    const phone = `2438100000${String(number).padStart(2, '0')}`
    const insert = `INSERT INTO users (id, name, email, email_verified_at, phone, phone_verified_at, role, created_at, updated_at) VALUES (?, ?, ?, 1, ?, 1, ?, 1, 1)`
    store.run({ sql: insert, params: [id, `P ${number}`, email, phone, role] })
    return {
      id,
      role,
      sessionId: id,
      provenAt: Number.MAX_SAFE_INTEGER,
      phone,
      hasSecondFactor: false,
      email,
      sellerProfileId: null,
      riderId: null,
    }
  }
  const several = (role: Role, n: number) => Array.from({ length: n }, () => person(role))
  const people: People = {
    buyers: several('BUYER', 3),
    sellers: several('BUYER', 3),
    riders: several('BUYER', 2),
    admins: several('ADMIN', 2),
    support: person('SUPPORT'),
    newcomer: person('BUYER'),
  }
  for (const sql of [
    `INSERT INTO categories (id, name, folded_name, slug, created_at) VALUES ('${CATEGORY}', 'Café', 'cafe', 'cafe', 1)`,
    `INSERT INTO subcategories (id, category_id, name, folded_name, slug, created_at) VALUES ('${CATEGORY}', '${CATEGORY}', 'Tout', 'tout', 'tout', 1)`,
    `INSERT INTO plans (id, slug, name, max_products, max_photos_per_product, max_shops, created_at, updated_at) VALUES ('${PLANS.free}', 'free', 'Libre', 4, 2, 1, 1, 1), ('${PLANS.pro}', 'pro', 'Pro', 5, 3, 2, 1, 1)`,
    `INSERT INTO plan_prices (plan_id, billing_cycle, currency, amount_minor) VALUES ('${PLANS.free}', 'MONTHLY', 'USD', 0), ('${PLANS.pro}', 'MONTHLY', 'USD', 500), ('${PLANS.pro}', 'MONTHLY', 'CDF', 1400050), ('${PLANS.pro}', 'YEARLY', 'CDF', 12000000)`,
    `INSERT INTO exchange_rates (id, base_currency, quote_currency, rate_scaled, source, effective_at, created_at) VALUES ('r1', 'USD', 'CDF', 280050000000, 'test', 1, 1), ('r2', 'USD', 'RWF', 130033000000, 'test', 1, 1)`,
    `INSERT INTO delivery_zones (id, name, country, city, folded_city, lat, lng, radius_km, fee_minor, fee_currency, created_at) VALUES ('z1', 'Bukavu', 'CD', 'Bukavu', 'bukavu', -2.5, 28.86, 15, 151, 'USD', 1)`,
    `UPDATE money_settings SET commission_bps = 333 WHERE currency <> 'CDF'`,
    `UPDATE money_settings SET max_payout_per_day_minor = 20000 WHERE currency = 'USD'`,
  ])
    store.run({ sql, params: [] })
  return people
}
