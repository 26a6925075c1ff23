import { retryOnStale } from '#db/commit.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { transition } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import { kycMachine } from './machine.ts'
import { followInProfile } from './open.ts'
import { getOwnKyc, selectKycOf } from './queries.ts'
import { abortWhenIncomplete, requireComplete } from './requirements.ts'
import { viewKyc } from './view.ts'

/**
 * Submits the seller's identity file: it is locked from then on, and waits for staff (docs/states.md, Identity).
 * @throws 409 with `details` by missing requirement; 409 while it is reviewed or approved
 */
export const submitKyc = (ctx: Ctx) =>
  retryOnStale(async () => {
    const { sellerProfileId } = sellerOf(ctx)
    const file = await getOwnKyc(ctx)
    const submitted = { submittedAt: ctx.now, reviewedAt: null, reason: null }
    const moves = file.kyc ? transition(ctx, kycMachine, file.kyc, 'submit', { set: submitted }) : []
    requireComplete(ctx, file)
    const [[handedIn]] = await commit(
      ctx,
      [
        requireActiveActor(ctx),
        ...moves,
        followInProfile(ctx, sellerProfileId, 'SUBMITTED'),
        abortWhenIncomplete(ctx, sellerProfileId),
      ],
      selectKycOf(ctx, sellerProfileId),
    )
    return viewKyc(ctx, handedIn ?? fail('NOT_FOUND'))
  })
