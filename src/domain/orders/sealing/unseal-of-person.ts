import { sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { guard } from '#db/guard.ts'
import type { Ctx } from '#domain/core/context.ts'
import { type At, readGroups } from './file.ts'
import { unsealOrders } from './unseal.ts'

/** Orders of one commit, and commits of one run. */
const STEP = 40
const MOST_STEPS = 8
/** Queries of one commit: D1 allows a thousand in a run. */
export const QUERIES_OF_STEP = 30

/** Sealed orders of a person as buyer or seller. */
const ownOf = (userId: string) => sql`
  SELECT o.id FROM orders o WHERE o.buyer_id = ${userId} AND o.sealed_in IS NOT NULL
  UNION ALL SELECT o.id FROM seller_profiles sp CROSS JOIN orders o ON o.seller_profile_id = sp.id
    WHERE sp.user_id = ${userId} AND o.sealed_in IS NOT NULL`
/** Files with deliveries of a person as a rider. */
const filesOf = (userId: string) => sql`
  SELECT s.n FROM riders r CROSS JOIN sealed_riders s ON s.rider_id = r.id WHERE r.user_id = ${userId}`

/** An erasure waits until everything of its person is unsealed: it is done by a later run. */
export const SEALED_OF_PERSON = guard('SEALED_OF_PERSON', 'CONFLICT')
export const hasSealed = (userId: string) => sql`EXISTS (${ownOf(userId)}) OR EXISTS (${filesOf(userId)})`

/**
 * Unseals what a person bought, sold, or wrote as a rider, as far as one run comes, so that erasure and the copy of their data reach it.
 * @returns the commits that it took, and whether everything is here
 */
export async function unsealOfPerson(ctx: Ctx, userId: string): Promise<{ steps: number; isDone: boolean }> {
  for (let step = 0; step < MOST_STEPS; step++) {
    const [own, [file]] = await readTogether(
      ctx.db,
      ctx.db.all<{ id: string }>(sql`${ownOf(userId)} LIMIT ${STEP}`),
      ctx.db.all<{ n: number }>(sql`${filesOf(userId)} LIMIT 1`),
    )
    if (own.length > 0)
      await unsealOrders(
        ctx,
        own.map(({ id }) => id),
      )
    else if (file) await unsealWords(ctx, file.n, userId)
    else return { steps: step, isDone: true }
  }
  return { steps: MOST_STEPS, isDone: false }
}

/** Unseals the orders of a file in which a person wrote. */
async function unsealWords(ctx: Ctx, n: number, userId: string): Promise<void> {
  const all = await ctx.db.all<At & { id: string }>(
    sql`SELECT o.id, o.sealed_in AS n, o.sealed_place AS place FROM orders o WHERE o.sealed_in = ${n}`,
  )
  const groups = await readGroups(ctx, all)
  const theirs = all.filter(({ place }) =>
    groups.get(`${n} ${place}`)?.messages?.some(({ sender_id }) => sender_id === userId),
  )
  await unsealOrders(
    ctx,
    theirs.slice(0, STEP).map(({ id }) => id),
  )
  if (theirs.length <= STEP)
    await ctx.db.run(sql`
      DELETE FROM sealed_riders WHERE n = ${n} AND rider_id IN (SELECT r.id FROM riders r WHERE r.user_id = ${userId})`)
}
