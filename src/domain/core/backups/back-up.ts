import { readCatalogue } from '#db/backup-tables.ts'
import { missingTriggers } from '#db/change-triggers.ts'
import { isBroken } from '#db/guard.ts'
import { Defect } from '#kernel/defect.ts'
import type { Ctx } from '../context.ts'
import { beginBackup, findWork } from './begin.ts'
import { finishBackup, keepShare, TURN_LOST } from './keep.ts'
import { noLines } from './lines.ts'
import { readRest, readTables, type Share, takeTurn } from './read.ts'

/** Rows that one statement reads of a table at most. */
const PAGE = 1000
/** Statements of one run: a share more is some 250, and D1 takes 1,000 of an invocation. */
const MOST_STATEMENTS = 600

export type Outcome = 'nothing' | 'more' | 'finished' | 'taken'

/**
 * Makes the night's backup, or continues it, share by share (docs/restore.md). The rows of a share are in the bucket before its mark moves,
 * so a run that ends anywhere loses nothing: the next one reads the share again.
 * @param hasTime asked before each share
 * @param isWanted a backup now, even if none is due
 * @returns 'more' if the next run continues, 'taken' if another run works on it
 */
export async function backUp(
  ctx: Ctx,
  hasTime: () => boolean,
  { isWanted = false, page = PAGE } = {},
): Promise<Outcome> {
  const { last, isDue } = await findWork(ctx)
  if (!isDue && !isWanted) return 'nothing'
  const catalogue = await readCatalogue(ctx.db)
  const missing = missingTriggers(catalogue)
  if (missing.length > 0) throw new Defect(`no backup without ${missing.join(', ')}: npm run migrate`)
  const backup = await beginBackup(ctx, catalogue, last)
  const turn = ctx.ids.v7()
  const pages = new Map<string, number>()
  let statements = 0
  while (hasTime() && statements < MOST_STATEMENTS) {
    const share: Share = { ctx, backup, turn, catalogue, statements: 0, page, pages }
    const said = await takeShare(share)
    statements += share.statements + 10
    if (said !== 'more') return said
  }
  return 'more'
}

/** Reads and keeps one file's worth. What is read to its end is finished by one look at all tables at one moment. */
async function takeShare(share: Share): Promise<Exclude<Outcome, 'nothing'>> {
  try {
    const marks = await takeTurn(share)
    if (!marks) return 'taken'
    const lines = noLines()
    if (!(await readTables(share, marks, lines))) {
      await keepShare(share, lines)
      return 'more'
    }
    const rest = await readRest(share, marks, lines)
    if (!rest) return 'more'
    await finishBackup(share, lines, rest)
    return 'finished'
  } catch (error) {
    if (isBroken(error, TURN_LOST)) return 'taken'
    throw error
  }
}
