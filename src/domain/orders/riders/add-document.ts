import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { EVERY_TURN, retryOnStale } from '#db/commit.ts'
import { guard } from '#db/guard.ts'
import { isRiderKind, RIDER_KINDS } from '#db/schema/core/files.ts'
import { requireWithin, selectTries, withinQuota } from '#domain/core/codes/attempts.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, riderOf } from '#domain/core/context.ts'
import { dropDocuments, withStoredDocument } from '#domain/core/files/documents.ts'
import { removeFiles } from '#domain/core/files/remove.ts'
import { selectBytesOfDay } from '#domain/core/files/store.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { revise } from '#domain/core/machine.ts'
import { PAPER_TYPES } from '#kernel/document.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { RIDER_PAPERS_A_DAY } from '#kernel/limits.ts'
import { riderMachine } from './machine.ts'
import { selectRider } from './queries.ts'
import { viewRider } from './view.ts'

const TOO_MANY_PAPERS = guard('TOO_MANY_PAPERS', 'TOO_MANY_REQUESTS', {
  message: "Vous avez envoyé beaucoup de pièces aujourd'hui. Réessayez demain.",
  retryAfter: 3600,
})

export const AddRiderDocument = z.strictObject({ file: f.file, kind: z.enum(RIDER_KINDS) })

/**
 * Adds a paper of the rider, in the place of the one of its kind (docs/states.md, Rider). The type is told by the content.
 * @throws 400 for a damaged one, 409, 413, 415, 429
 */
export const addRiderDocument = (ctx: Ctx, { file, kind }: z.output<typeof AddRiderDocument>) =>
  retryOnStale(async () => {
    const { riderId, id: ownerId } = riderOf(ctx)
    const quota = { key: `papers:${riderId}`, ...RIDER_PAPERS_A_DAY }
    const [[found], [made], [ofDay]] = await readTogether(
      ctx.db,
      selectRider(ctx, riderId),
      selectTries(ctx, quota),
      selectBytesOfDay(ctx),
    )
    if (!found) fail('NOT_FOUND')
    // The next one is not counted yet.
    requireWithin(ctx, { ...quota, max: quota.max - 1 }, made, TOO_MANY_PAPERS.message)
    const replaced = sql`documents.owner_id = ${ownerId} AND ${isRiderKind('documents.kind')} AND documents.kind = ${kind}`
    const paper = { file, field: 'file', kind, ofDay, types: PAPER_TYPES }
    const [[rider]] = await withStoredDocument(ctx, paper, (_, writes) =>
      commit(
        ctx,
        [
          requireActiveActor(ctx),
          ...withinQuota(ctx, quota, TOO_MANY_PAPERS),
          // A decision of staff is about the papers that they read: a new one is a new version.
          ...revise(ctx, riderMachine, found.rider, 'edit', {}),
          ...dropDocuments(ctx, replaced),
          ...writes,
        ],
        selectRider(ctx, riderId),
      ),
    )
    ctx.later(() => removeFiles(ctx))
    return viewRider(ctx, rider ?? fail('NOT_FOUND'))
  }, EVERY_TURN)
