import { backUp } from '../domain/core/backups/back-up.ts'
import { removeOldChains } from '../domain/core/backups/remove-old.ts'
import type { Ctx } from '../domain/core/context.ts'
import type { Tick } from './tick.ts'

/** The night's backup, in as many runs as it takes; when a run finishes it, chains that are kept no longer go. */
export async function takeBackup(ctx: Ctx, tick: Tick): Promise<void> {
  const hasTime = () => tick.hasTime()
  if ((await backUp(ctx, hasTime)) === 'finished') await removeOldChains(ctx, hasTime)
}
