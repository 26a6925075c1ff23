import { eq, sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { isBroken } from '#db/guard.ts'
import { riders } from '#db/schema/orders/riders.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import type { Ctx } from '#domain/core/context.ts'
import { QUERIES_OF_STEP, unsealOfPerson } from '#domain/orders/sealing/unseal-of-person.ts'
import { stumbleBehind } from '#kernel/stumble.ts'
import { idsOf, type Place } from '../erasure/place.ts'
import { PLACES } from '../erasure/places.ts'
import { type Archive, openArchive } from './archive.ts'
import { fileName, readPage } from './pages.ts'
import { COPY_MOVED, dropOrphans, noteFailure, saveProgress, takeTurn } from './progress.ts'
import type { CopyRow } from './view.ts'

/** Statements and files that all copies of one run of the job may still read. */
export type CopyBudget = { left: number; hasTime: () => boolean }

/** Selects the copy that waits longest for its next step. */
export const dueCopies = async (ctx: Ctx, { left }: CopyBudget): Promise<{ id: string }[]> =>
  left > 0
    ? await ctx.db.all<{ id: string }>(
        sql`SELECT c.id FROM data_copies c WHERE c.status = 'PENDING' AND c.turn_ends_at <= ${ctx.now} ORDER BY c.updated_at LIMIT 1`,
      )
    : []

/** Goes on with a copy while the run has time, in steps that each take a turn, store parts of the archive and save the progress. */
export async function runCopy(ctx: Ctx, id: string, budget: CopyBudget): Promise<void> {
  while (budget.left > 0 && budget.hasTime() && (await runStep(ctx, id, budget)));
}

async function runStep(ctx: Ctx, id: string, budget: CopyBudget): Promise<boolean> {
  let row: CopyRow | undefined
  try {
    row = await takeTurn(ctx, id)
    return row !== undefined && (await writeOn(ctx, row, budget))
  } catch (error) {
    if (isBroken(error, COPY_MOVED)) {
      if (row) await dropOrphans(ctx, id)
      return false
    }
    // An overloaded database is no failure of the copy: its turn comes again once it is over.
    if (row && !stumbleBehind(error)?.isOverloaded) await Promise.allSettled([noteFailure(ctx, row)])
    throw error
  }
}

/** All places in one order, whatever the person is: a seller's are empty for others. */
const ALL = idsOf({ user: '' }).flatMap(([kind]) => PLACES[kind].map((place) => ({ kind, place })))

/** Writes rows and files into the archive until a part is full, the budget is used up, or all is there. @returns whether to go on */
async function writeOn(ctx: Ctx, row: CopyRow, budget: CopyBudget): Promise<boolean> {
  const { userId, cursor } = row
  // Sealed orders come back first, and stay for longer than a copy takes.
  const { steps, isDone: isUnsealed } = await unsealOfPerson(ctx, userId)
  budget.left -= 1 + steps * QUERIES_OF_STEP
  if (!isUnsealed) {
    await saveProgress(ctx, row, {}, false)
    return true
  }
  const [[seller], [rider]] = await readTogether(
    ctx.db,
    ctx.db.select({ id: sellerProfiles.id }).from(sellerProfiles).where(eq(sellerProfiles.userId, userId)),
    ctx.db.select({ id: riders.id }).from(riders).where(eq(riders.userId, userId)),
  )
  budget.left -= 4
  const ids = new Map(idsOf({ user: userId, seller: seller?.id, rider: rider?.id }))
  const archive = await openArchive(ctx, row)
  const mayGoOn = () => budget.left > 0 && budget.hasTime() && !archive.isFull
  let at = cursor
  for (let here = ALL[at.place]; here && mayGoOn(); here = ALL[at.place])
    at = await writePlace(ctx, { ...here, me: userId, ids: ids.get(here.kind) ?? [], at, archive, budget, mayGoOn })
  const isDone = at.place >= ALL.length
  const { parts, bytes, entries } = await archive.close(isDone)
  await saveProgress(ctx, row, { cursor: at, parts, bytes, entries }, isDone)
  return !isDone
}

type Here = {
  place: Place
  me: string
  ids: string[]
  at: CopyRow['cursor']
  archive: Archive
  budget: CopyBudget
  mayGoOn: () => boolean
}

/** Writes the rows of one place as one file, with the person's files that they name. @returns where to go on */
async function writePlace(
  ctx: Ctx,
  { place, me, ids, at, archive, budget, mayGoOn }: Here,
): Promise<CopyRow['cursor']> {
  const rows: Record<string, unknown[]> = {}
  let after = at.after
  do {
    if (ids.length === 0) break
    const page = await readPage(ctx, place, me, ids, after)
    budget.left -= page.cost + page.files.length
    for (const [name, some] of Object.entries(page.rows)) rows[name] = [...(rows[name] ?? []), ...some]
    for (const key of page.files) {
      const file = await ctx.files.read(key)
      if (file) await archive.add(fileName(key), new Uint8Array(await new Response(file.body).arrayBuffer()))
    }
    after = page.after
  } while (after && mayGoOn())
  const hasRows = Object.keys(rows).length > 0
  if (hasRows) {
    const name = `${place.name ?? place.table}${at.file > 0 ? `-${at.file + 1}` : ''}.json`
    await archive.add(name, new TextEncoder().encode(JSON.stringify(rows, null, 1)))
  }
  return after ? { place: at.place, file: at.file + 1, after } : { place: at.place + 1, file: 0 }
}
