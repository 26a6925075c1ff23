import { inArray } from 'drizzle-orm'
import { users } from '#db/schema/core/users.ts'
import type { Env } from '#src/env.ts'
import { contextsOf } from './at.ts'
import { demoActor, enlist, join } from './join.ts'
import { openShops } from './market.ts'
import { DEMO_ADMIN, DEMO_BUYER, DEMO_RIDER, DEMO_SELLER, DEMO_STAFF } from './people.ts'
import { setUpMarket } from './settings.ts'

/** Makes the demo market: two shops with their products, and a person of each role. If it is already there, nothing happens. */
export async function seedDemoMarket(env: Env): Promise<void> {
  const at = contextsOf(env, Date.now())
  const first = [DEMO_SELLER.email, DEMO_ADMIN.email]
  const known = await at(0).db.select({ email: users.email }).from(users).where(inArray(users.email, first))
  if (known.some(({ email }) => email === DEMO_ADMIN.email)) return
  if (known.length > 0) throw new Error('The demo data is only half there. Delete .wrangler and start again.')

  const admin = demoActor(DEMO_ADMIN, at(32).ids.v7())
  const { planId, subcategories } = await setUpMarket(at(32, admin))
  await openShops(at, await join(at(31), DEMO_SELLER), planId, subcategories)
  await join(at(20), DEMO_BUYER)
  await enlist(at, await join(at(27), DEMO_RIDER), admin)
  for (const person of DEMO_STAFF) await join(at(32), person)
  // The admin comes last: an admin in the database means that everything is there.
  await join(at(32), DEMO_ADMIN, admin.id)
}
