import type { Ctx } from '../../core/context.ts'
import { getKyc, getOwnKyc } from './queries.ts'
import { viewKyc, viewKycForStaff } from './view.ts'

/** The identity file of the seller asking; NOT_STARTED, without id, before its first change (docs/states.md, Identity). */
export const showMyKyc = async (ctx: Ctx) => viewKyc(ctx, await getOwnKyc(ctx))

/** A seller's identity file, for staff. 404. */
export const showKyc = async (ctx: Ctx, id: string) => viewKycForStaff(ctx, await getKyc(ctx, id))
