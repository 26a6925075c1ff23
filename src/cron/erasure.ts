import type { Ctx } from '../domain/core/context.ts'
import { dueErasures } from '../domain/people/erasure/due.ts'
import { eraseUser } from '../domain/people/erasure/erase.ts'
import { each } from './each.ts'

/** Accounts whose 30 days are over lose what is personal; their pictures are taken away by the job after this one. */
export const eraseAccounts = async (ctx: Ctx): Promise<number> =>
  each('eraseAccounts', await dueErasures(ctx), ({ id }) => eraseUser(ctx, id))
