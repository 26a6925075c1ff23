import { beforeAll, describe, expect, it } from 'vitest'
import { captureLines } from '#testing/fixtures/planted.ts'
import { expectLaws } from '#testing/laws.ts'
import { clockGoesOn, serviceWith } from '#testing/stories/production.ts'
import { bucketsThat, databaseThat, forgets, refuses } from '#testing/stories/sealing/failing-parts.ts'
import { changesBetween, type Played, playAll, readAll } from '#testing/stories/sealing/same-answers.ts'
import { dayPasses, letSeal, sealedFiles, undone, WARM_DAYS } from '#testing/stories/sealing/sealed.ts'

// Rule 8.6.2: a night in which R2 or D1 fails loses nothing; the next one seals.

clockGoesOn()

const FAILURES = {
  'R2 takes no file': () => bucketsThat(refuses('put: We encountered an internal error. (10001)')),
  'R2 takes files, and its answer is lost': () => bucketsThat(forgets('put: Network connection lost.')),
  'D1 is overloaded': () => databaseThat(refuses('D1_ERROR: D1 DB is overloaded. Requests queued for too long.'), 7),
  'D1 commits, and its answer is lost': () => databaseThat(forgets('D1_ERROR: Network connection lost.'), 7),
}

const STORIES = [
  'delivered and completed',
  'a checkout of two shops, one of them in francs',
  'with messages, a note of staff, and an incident and a ticket that are over',
]
let played = new Map<string, Played>()
beforeAll(async () => {
  played = await playAll(WARM_DAYS - 2, STORIES)
}, 300_000)

/** Changes of all answers, of every story, but of how many incidents wait for the team: a bad night opens some. */
async function changes(): Promise<string[]> {
  const found: string[] = []
  for (const { names, parties, before } of played.values())
    found.push(...changesBetween(before, await readAll(names, parties)))
  return found.filter((one) => !one.includes('GET /dashboard/admin?'))
}

describe('8.6.2 orders that are due', () => {
  it.each(Object.entries(FAILURES))(
    'are whole after nights in which %s, and sealed after the next',
    {
      timeout: 240_000,
    },
    async (_, failure) => {
      captureLines()
      await undone('a_bad_night', async () => {
        const service = serviceWith(failure())
        for (let day = 0; day < 4; day++) await dayPasses((cron, ms) => service.tick(ms, cron))
        expect(await changes()).toEqual([])
        await expectLaws()
        const ids = [...played.values()].flatMap(({ ended }) => ended.orderIds)
        expect(await letSeal(...ids), 'orders that were not sealed afterwards').toEqual([])
        expect(await changes()).toEqual([])
        await expectLaws()
      })
      expect(await sealedFiles()).toEqual([])
    },
  )
})
