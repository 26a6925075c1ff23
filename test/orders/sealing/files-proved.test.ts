import { gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import {
  brokenLaws,
  FAULTS,
  type Fault,
  type Ground,
  groundOf,
  mendingOf,
  plantUnseen,
} from '#testing/stories/broken-laws.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { completed, market } from '#testing/stories/sealing/ended-orders.ts'
import {
  dayPasses,
  growOld,
  hasLines,
  letSeal,
  type SealedFile,
  sealedFiles,
  textOf,
  undone,
  WARM_DAYS,
  withoutTriggers,
} from '#testing/stories/sealing/sealed.ts'

// Rule 8.6.2: a law holds that files, directory and carried sums agree; one night tells where they do not.

clockGoesOn()

const COSTS_MORE = FAULTS['an order that costs more than its goods and its delivery'] as Fault
let finance = {} as Person
let wrong = {} as Ground
let whileWrong = { isWarm: false, broken: [] as string[] }
let leftOnceMended: string[] = []
const ids: string[] = []
let left: string[] = []
const fileOf = async (id: string) =>
  (await sealedFiles()).find((file) => /^sealed.\d/.test(file.key) && textOf(file).includes(id)) as SealedFile
const damaged = (bytes: Uint8Array) => {
  const changed = Uint8Array.from(bytes)
  const at = Math.floor(changed.length / 2)
  changed[at] = (changed[at] ?? 0) ^ 0xff
  return changed
}

/** The text with another last digit. */
const retold = (text: string) => text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))

/** Damages of what was sealed. */
const DAMAGES: Record<string, (file: SealedFile, id: string) => Promise<unknown>> = {
  'a file is gone': ({ bucket, key }) => bucket.delete(key),
  'a bit of a file is another': ({ bucket, key, bytes }) => bucket.put(key, damaged(bytes)),
  'a file says something else, packed well': (file) => file.bucket.put(file.key, gzipSync(retold(textOf(file)))),
  'the row of an order says another sum': (_, id) =>
    withoutTriggers(['orders'], () => run('UPDATE orders SET total_minor = total_minor + 1 WHERE id = ?', id)),
  'a row that an order is found by is gone': async (_, id) => {
    await run('PRAGMA defer_foreign_keys = ON')
    await withoutTriggers(['orders'], () => run('DELETE FROM orders WHERE id = ?', id))
  },
  'what is carried forward is another sum': () =>
    withoutTriggers(['transfers', 'accounts'], () =>
      run(
        `UPDATE transfers SET amount_minor = amount_minor + 1
         WHERE id = (SELECT id FROM transfers WHERE from_account LIKE 'gatewayB:%' OR to_account LIKE 'gatewayB:%' ORDER BY amount_minor DESC LIMIT 1)`,
      ),
    ),
}

describe('8.6.2 what was sealed is proved', () => {
  beforeAll(async () => {
    finance = await signUp('ACCOUNTANT')
    for (let i = 0; i < 3; i++) ids.push((await completed(await market())).id)
    wrong = await groundOf((await completed(await market())).id)
    await growOld(WARM_DAYS - 2)
    await plantUnseen(COSTS_MORE, wrong)
    left = await letSeal(...ids)
    whileWrong = { isWarm: await hasLines(wrong.orderId), broken: await brokenLaws(finance) }
    await plantUnseen(mendingOf(COSTS_MORE), wrong)
    leftOnceMended = left.length > 0 ? [] : await letSeal(wrong.orderId)
  }, 120_000)
  beforeEach(() => expect(left, 'orders that were not sealed').toEqual([]))

  it('before: an order that breaks a law stays until it is mended', () => {
    expect(whileWrong.isWarm, 'lines in D1 of an order that breaks a law').toBe(true)
    expect(whileWrong.broken.length, 'laws that are broken').toBeGreaterThan(0)
    expect(leftOnceMended, 'orders that were not sealed once they were mended').toEqual([])
  })

  it('and agrees while nothing touched it', async () => {
    await dayPasses()
    expect(await brokenLaws(finance)).toEqual([])
  })

  it.each(Object.entries(DAMAGES))('and one night tells that %s', { timeout: 60_000 }, async (_, damage) => {
    const [id = ''] = ids
    const file = await fileOf(id)
    const broken = await undone('damaged', async () => {
      await damage(file, id)
      await dayPasses()
      return brokenLaws(finance)
    })
    await run('PRAGMA defer_foreign_keys = OFF')
    expect(broken.length, 'laws that are broken').toBeGreaterThan(0)
    await dayPasses()
    expect(await brokenLaws(finance)).toEqual([])
  })
})
