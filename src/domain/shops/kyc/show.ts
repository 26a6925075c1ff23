import type { Ctx } from '#domain/core/context.ts'
import { getKyc, getOwnKyc } from './queries.ts'
import { viewKyc, viewKycForStaff } from './view.ts'

/** Shows the signed-in seller's identity file; NOT_STARTED, without id, before its first change (docs/states.md, Identity). */
export const showMyKyc = async (ctx: Ctx) => viewKyc(ctx, await getOwnKyc(ctx))

/**
 * Shows a seller's identity file to staff.
 * @throws 404
 */
export const showKyc = async (ctx: Ctx, id: string) => viewKycForStaff(ctx, await getKyc(ctx, id))
