import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { beforeEach, describe, expect, it } from 'vitest'
import { connect, type Db, readTogether } from '#db/client.ts'
import { abortOnce, guard } from '#db/guard.ts'
import { insertOnce, once } from '#db/once.ts'
import { history } from '#db/schema/core/history.ts'
import { deliveryZones } from '#db/schema/orders/zones.ts'
import { d1Over } from '#testing/d1.ts'
import { openStore } from '#testing/store.ts'

// Statements that are written once say and answer what drizzle's own do.

const ROW = { thingId: 'x', version: 1, thing: 'order', event: 'create', toStatus: 'x', at: 5 } as const
const insert = insertOnce(history)
let writings = 0
const ofThing = once((db, id: string, at: number) => {
  writings++
  return db
    .select({ row: history, later: sql<boolean>`history.at > ${at}`.mapWith(Boolean).as('later') })
    .from(history)
    .where(eq(history.thingId, id))
})
const namesOf = once((db, id: string) =>
  db.all<{ name: string }>(sql`SELECT h.event AS name FROM history h WHERE h.thing_id = ${id} OR ${id} = ''`),
)

let sent: string[]
let db: Db
beforeEach(() => {
  sent = []
  const trip = async <T>(_: string, work: () => T) => work()
  const store = openStore()
  const run = (query: Parameters<typeof store.run>[0]) => {
    sent.push(query.sql)
    return store.run(query)
  }
  db = connect(d1Over({ ...store, run, batch: (all) => all.map(run) }, trip))
})

describe('a statement that is written once', () => {
  it('is filled with the values of each call, and read as drizzle reads it', async () => {
    await db.batch([insert(db, ROW), insert(db, { ...ROW, version: 2, thingId: 'y', reason: 'why', at: 9 })])
    const before = writings
    const [[x], [y], none] = await readTogether(db, ofThing(db, 'x', 5), ofThing(db, 'y', 5), ofThing(db, 'z', 5))
    const rows = await db.select().from(history).orderBy(history.thingId)
    expect([x, y, none]).toEqual([{ row: rows[0], later: false }, { row: rows[1], later: true }, []])
    expect(rows[1]).toMatchObject({ reason: 'why', fromStatus: null })
    expect(writings - before).toBe(1)
  })

  it('makes a trip alone if it is awaited, also as raw SQL that takes a value twice', async () => {
    await insert(db, ROW)
    expect(await ofThing(db, 'x', 1)).toMatchObject([{ later: true }])
    expect(await namesOf(db, '')).toEqual([{ name: 'create' }])
    expect(sent).toHaveLength(3)
  })

  it('refuses values that were calculated with, because later ones would not be', () => {
    const wrong = once((db, at: number) => db.all(sql`SELECT ${at + 1}`))
    expect(() => wrong(db, 1)).toThrow('without one of its values')
  })
})

it('leaves to drizzle what an outer join may find or not', async () => {
  await insert(db, ROW)
  const joined = once((db, id: string) =>
    db
      .select({ row: { id: history.thingId }, zone: { id: deliveryZones.id } })
      .from(history)
      .leftJoin(deliveryZones, sql`delivery_zones.id = ${id}`),
  )
  expect(await joined(db, 'none').then((rows) => rows)).toEqual([{ row: { id: 'x' }, zone: null }])
})

it('inserts the same row as drizzle, with defaults', async () => {
  const written: { sql: string; params: unknown[] }[] = []
  const statement = { bind: () => statement }
  const plain = drizzle({ prepare: () => statement } as unknown as D1Database)
  written.push(plain.insert(history).values(ROW).toSQL())
  const { getQuery } = insert(db, ROW) as unknown as { getQuery(): { sql: string; params: unknown[] } }
  const { sql: text, params } = getQuery()
  // Drizzle writes null into the text, and this one binds it.
  expect(text.replaceAll('?', '')).toBe(written[0]?.sql.replaceAll(/\?|null/g, ''))
  expect(params.filter((param) => param !== null)).toEqual(written[0]?.params)
})

it('aborts a commit by a guard whose name is a value', async () => {
  const [first, second] = [guard('ONCE_FIRST', 'CONFLICT'), guard('ONCE_SECOND', 'CONFLICT')]
  const abort = abortOnce((a: number, b: number) => sql`${a} = ${b}`)
  await db.batch([abort(db, first, 1, 2), abort(db, second, 2, 3)])
  await expect(db.batch([abort(db, first, 1, 2), abort(db, second, 3, 3)])).rejects.toThrow('ONCE_SECOND')
})
