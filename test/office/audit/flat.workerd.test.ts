import { beforeAll, expect, it } from 'vitest'
import { meterWork, newMeter } from '#db/meter.ts'
import { ListAudit, listAudit } from '#domain/office/audit/list.ts'
import type { Person } from '#testing/api.ts'
import { contextAs } from '#testing/fixtures/context.ts'
import { run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'

// The cost of the record of acts does not grow with how many there are (docs/limits.md, Trips to the database).

const MANY = 100_000
/** Ten people, of whom the first did nothing but publish, and a hundred acts of each thing. */
const write = (from: number, to: number) =>
  run(
    `WITH RECURSIVE n (i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO audit (id, actor_id, caller, action, target_id, details, at)
     SELECT printf('a%08d', i), 'p' || (i % 10), 'person', iif(i % 10 = 0, 'post.publish', 'user.block'), 't' || (i / 100), '{}', i FROM n`,
    from,
    to,
  )

let admin: Person
beforeAll(async () => {
  admin = await signUp('ADMIN')
})

const ASKED = {
  everything: '',
  'a person': 'actorId=p3',
  'an act': 'action=post.publish',
  'a thing': 'targetId=t15',
  'a person and a thing': 'actorId=p3&targetId=t15',
  'a person and an act that is not theirs': 'actorId=p3&action=post.publish',
  'an act and a thing': 'action=post.publish&targetId=t15',
  'a time': 'from=1970-01-01T00:00:01.000Z&to=1970-01-01T00:00:02.000Z',
  'a time of a person': 'actorId=p3&from=1970-01-01T00:00:01.000Z&to=1970-01-01T00:00:02.000Z',
}

async function costs() {
  const found: Record<string, number> = {}
  for (const [what, query] of Object.entries(ASKED)) {
    const meter = newMeter()
    const input = ListAudit.parse(Object.fromEntries(new URLSearchParams(query)))
    await meterWork(meter, () => listAudit(contextAs(admin), input))
    expect(meter.trips, what).toBe(1)
    found[what] = meter.rowsRead
  }
  return found
}

it('100,000 acts cost what 20,000 do, however they are looked for', async () => {
  await write(1, 20_000)
  const before = await costs()
  await write(20_001, MANY)
  const after = await costs()
  for (const [what, read] of Object.entries(after)) {
    expect(read, what).toBeLessThanOrEqual((before[what] ?? 0) + 40)
    expect(read, what).toBeLessThan(1_100)
  }
}, 120_000)
