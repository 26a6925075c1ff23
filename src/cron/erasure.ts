import type { Ctx } from '../domain/core/context.ts'
import { dueErasures } from '../domain/people/erasure/due.ts'
import { eraseUser } from '../domain/people/erasure/erase.ts'
import { drain, type Tick } from './tick.ts'

/** Accounts whose 30 days are over lose what is personal; their pictures are taken away by the job after this one. */
export const eraseAccounts = (ctx: Ctx, tick: Tick): Promise<void> =>
  drain(tick, 'eraseAccounts', { due: () => dueErasures(ctx), work: ({ id }) => eraseUser(ctx, id) })
