import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { abortUnlessChanged, NOT_FOUND } from '#db/guard.ts'
import { isKycKind, KYC_KINDS } from '#db/schema/core/files.ts'
import { selectTries } from '#domain/core/codes/attempts.ts'
import { dayQuota, requireLeft, withinDay } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { dropDocuments, withStoredDocument } from '#domain/core/files/documents.ts'
import { removeFiles } from '#domain/core/files/remove.ts'
import { selectBytesOfDay } from '#domain/core/files/store.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { PAPER_TYPES } from '#kernel/document.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { KYC_PAPERS_A_DAY } from '#kernel/limits.ts'
import { abortWhenLocked, requireUnlocked } from './lock.ts'
import { openKyc } from './open.ts'
import { getOwnKyc, selectKycOf } from './queries.ts'
import { viewKyc } from './view.ts'

export const AddKycDocument = z.strictObject({ file: f.file, kind: z.enum(KYC_KINDS) })

/**
 * Adds a paper to the seller's identity file, and replaces the one of its kind; a first paper creates the file (docs/states.md, Identity).
 * The content decides the type.
 * @throws 400 for a damaged one; 409 while the file is reviewed or approved; 413; 415; 429
 */
export const addKycDocument = (ctx: Ctx, { file, kind }: z.output<typeof AddKycDocument>) =>
  retryOnStale(async () => {
    const { sellerProfileId, id: ownerId } = sellerOf(ctx)
    const quota = dayQuota(ctx, 'kyc-papers', KYC_PAPERS_A_DAY)
    const [[own], [made], [ofDay]] = await readTogether(
      ctx.db,
      selectKycOf(ctx, sellerProfileId),
      selectTries(ctx, quota),
      selectBytesOfDay(ctx),
    )
    const { kyc } = own ?? fail('NOT_FOUND')
    requireUnlocked(kyc)
    requireLeft(ctx, quota, made)
    const paper = { file, field: 'file', kind, ofDay, types: PAPER_TYPES }
    const [[changed]] = await withStoredDocument(ctx, paper, (_, writes) =>
      commit(
        ctx,
        [
          requireActiveActor(ctx),
          ...(kyc ? [] : openKyc(ctx, ctx.ids.v7(), sellerProfileId, {})),
          abortWhenLocked(ctx, sellerProfileId),
          ...dropDocuments(
            ctx,
            sql`documents.owner_id = ${ownerId} AND ${isKycKind('documents.kind')} AND documents.kind = ${kind}`,
          ),
          ...withinDay(ctx, quota),
          ...writes,
        ],
        selectKycOf(ctx, sellerProfileId),
      ),
    )
    ctx.later(() => removeFiles(ctx))
    return viewKyc(ctx, changed ?? fail('NOT_FOUND'))
  })

/**
 * Removes a paper from the seller's identity file; its stored file is deleted after the commit (docs/states.md, Identity).
 * @throws 404; 409 while the file is reviewed or approved
 */
export async function removeKycDocument(ctx: Ctx, id: string): Promise<{ deleted: true }> {
  const { sellerProfileId, id: ownerId } = sellerOf(ctx)
  const { kyc, papers } = await getOwnKyc(ctx)
  if (!papers.some((paper) => paper.id === id)) fail('NOT_FOUND')
  requireUnlocked(kyc)
  await commit(ctx, [
    requireActiveActor(ctx),
    abortWhenLocked(ctx, sellerProfileId),
    ...dropDocuments(
      ctx,
      sql`documents.id = ${id} AND documents.owner_id = ${ownerId} AND ${isKycKind('documents.kind')}`,
    ),
    abortUnlessChanged(ctx.db, NOT_FOUND),
  ])
  ctx.later(() => removeFiles(ctx))
  return { deleted: true }
}
