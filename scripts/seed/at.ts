import type { Actor, Ctx } from '#domain/core/context.ts'
import { platformIds } from '#kernel/ids.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { Env } from '#src/env.ts'
import { contextOf } from '#src/platform-context.ts'

/** Gives a context as of some days ago, so that the demo market has a past. */
export type At = (daysAgo: number, actor?: Actor | null) => Ctx

/** Gives contexts that send nothing: messages wait for the cron, because nobody listens while the data is put in. */
export const contextsOf =
  (env: Env, today: number): At =>
  (daysAgo, actor = null) => {
    const now = today - daysAgo * DAY_MS
    return {
      ...contextOf(env, () => {}, { caller: actor ? { kind: 'person', actor } : { kind: 'service', by: 'cron' } }),
      now,
      ids: platformIds(now, 0),
      later: () => {},
    }
  }
