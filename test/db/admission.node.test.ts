import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { describe, expect, it, vi } from 'vitest'
import { admitted, onceAdmitted, type Question } from '#db/admission.ts'
import { admit } from '#db/admit.ts'
import { readTogether } from '#db/client.ts'
import { guard } from '#db/guard.ts'
import { meterWork, newMeter } from '#db/meter.ts'
import { users } from '#db/schema/core/users.ts'
import { commit } from '#domain/core/commit.ts'
import { Failure, fail } from '#kernel/failure.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { addMarket } from '#testing/domain/market.ts'

// The first trip of a request, and what waits for it (docs/limits.md, Trips to the database).

const domain = openDomain(addMarket)
const { ctx } = domain
const { db } = ctx
const OVER = guard('TEST_OVER', 'UNAUTHORIZED')
const hold = {
  statement: {
    sql: `INSERT INTO guard (code) SELECT '${OVER.name}' WHERE (SELECT name FROM users WHERE id = 'buyer') = 'over'`,
    params: [],
  },
  guard: OVER.name,
}
const names = () => domain.rows<{ name: string }>('SELECT name FROM users ORDER BY id').map(({ name }) => name)
const rename = (name: string) => db.update(users).set({ name }).where(eq(users.id, 'seller'))
const READ = db.select({ id: users.id }).from(users).where(eq(users.id, 'buyer'))

/** A request whose question is answered so. */
function request(judge: Question['judge'] = () => true) {
  const question = { statement: { sql: 'SELECT ? AS n', params: [7] }, judge: vi.fn(judge) }
  return { ...question, admission: admit(db, [question], hold) }
}
const refuse = () => fail('UNAUTHORIZED', 'TOKEN_EXPIRED')
const REFUSED = { reason: 'TOKEN_EXPIRED' }
/** The trips of a piece of work. */
async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  const meter = newMeter()
  await meterWork(meter, work)
  return meter.trips
}

describe('the first read of a request', () => {
  it('takes the question along, whose rows are judged before it is handed on', async () => {
    const { admission, judge } = request()
    const read = vi.fn()
    const trips = await tripsOf(() => admission.run(async () => read(await READ)))
    expect([trips, judge.mock.calls, read.mock.calls]).toEqual([1, [[[{ n: 7 }]]], [[[{ id: 'buyer' }]]]])
  })

  it('alone reads two columns of one name as it does without company', async () => {
    const other = alias(users, 'other')
    const query = () =>
      db
        .select({ first: users.id, second: other.id, one: sql`1`.as('one'), name: other.name })
        .from(users)
        .innerJoin(other, eq(other.id, sql`'seller'`))
        .where(eq(users.id, 'buyer'))
    const joined = () =>
      db.select().from(users).innerJoin(other, eq(other.id, sql`'seller'`)).where(eq(users.id, 'buyer'))
    const expected = [await query(), await joined()]
    const { admission } = request()
    const later = request()
    expect([await admission.run(async () => query()), await later.admission.run(async () => joined())]).toEqual(
      expected,
    )
    expect(expected[0]).toMatchObject([{ first: 'buyer', second: 'seller' }])
  })

  it('refuses a number without a name, whose place nobody knows in company', async () => {
    const query = async () => db.select({ id: users.id, one: sql`1` }).from(users)
    await expect(request().admission.run(query)).rejects.toThrow(/column without a name|Failed query/)
  })

  it.each([
    ['alone', async () => READ],
    ['together', async () => readTogether(db, READ, READ)],
    ['of raw SQL', async () => db.all(sql`SELECT 1 AS n`)],
    ['at once', async () => Promise.all([READ, readTogether(db, READ)])],
  ])('hands nothing on if the request is refused: %s', async (_, read) => {
    const { admission } = request(refuse)
    const got = vi.fn()
    await expect(admission.run(async () => got(await read()))).rejects.toMatchObject(REFUSED)
    expect(got).not.toHaveBeenCalled()
  })

  it('of two at once asks, and the other one waits', async () => {
    const { admission, judge } = request()
    expect(await tripsOf(() => admission.run(() => Promise.all([READ, READ])))).toBe(2)
    expect(judge).toHaveBeenCalledTimes(1)
  })

  it('that fails does not hide the refusal, and is told if there is none', async () => {
    const wrong = async () => db.all(sql`SELECT nothing FROM nowhere`)
    await expect(request(refuse).admission.run(wrong)).rejects.toMatchObject(REFUSED)
    await expect(request().admission.run(wrong)).rejects.toThrow('nowhere')
  })
})

describe('a write', () => {
  it('never goes with the question, alone or among reads', async () => {
    for (const write of [
      () => rename('x'),
      () => db.batch([READ, rename('x')]),
      () => commit(ctx, [rename('x')], READ),
    ]) {
      const before = names()
      await expect(request(refuse).admission.run(async () => write())).rejects.toMatchObject(REFUSED)
      expect(names()).toEqual(before)
    }
  })

  it('that is the first is held by the session, whatever the verb makes of that', async () => {
    domain.run("UPDATE users SET name = 'over' WHERE id = 'buyer'")
    const before = names()
    for (const write of [() => rename('x'), () => commit(ctx, [rename('x')], READ)]) {
      const verb = async () => {
        await READ
        return Promise.resolve(write()).catch(() => 'never mind')
      }
      await expect(request().admission.run<unknown>(verb)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    }
    expect(names()).toEqual(before)
  })

  it('after the first goes through, to end what was begun', async () => {
    await request().admission.run(async () => {
      await commit(ctx, [db.update(users).set({ name: 'over' }).where(eq(users.id, 'buyer'))])
      await commit(ctx, [rename('after')])
    })
    expect(names()).toContain('after')
  })

  it('of an object beside the database is held as well', async () => {
    domain.run("UPDATE users SET name = 'over' WHERE id = 'buyer'")
    const inObject = admit(db, [], structuredClone(hold)).run(() => commit(ctx, [rename('x')]))
    await expect(inObject).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(names()).not.toContain('x')
  })
})

describe('what is outside the database', () => {
  it('waits for the answer', async () => {
    const outside = vi.fn()
    const act = async () => {
      await admitted()
      outside()
    }
    await expect(request(refuse).admission.run(act)).rejects.toMatchObject(REFUSED)
    expect(outside).not.toHaveBeenCalled()
    await request().admission.run(act)
    expect(outside).toHaveBeenCalledTimes(1)
  })

  it('is left undone later, too, if the request is refused', async () => {
    const [undone, done] = [vi.fn(async () => {}), vi.fn(async () => {})]
    const leaving = (work: () => Promise<unknown>) => async () => {
      const left = onceAdmitted(work)
      await READ.catch(() => undefined)
      await left
    }
    await expect(request(refuse).admission.run(leaving(undone))).rejects.toMatchObject(REFUSED)
    await request().admission.run(leaving(done))
    expect([undone.mock.calls.length, done.mock.calls.length]).toEqual([0, 1])
  })
})

describe('a verb', () => {
  it('runs again if it began with a wrong guess, and nothing of the first run goes on', async () => {
    const { admission } = request(() => false)
    const got: string[] = []
    let runs = 0
    const verb = async () => {
      const run = `run ${++runs}`
      const slow = READ.then(() => commit(ctx, [rename(run)]))
      const stubborn = READ.catch(() => undefined).then(() => commit(ctx, [rename(`${run}, after all`)]))
      await Promise.allSettled([slow, stubborn])
      await READ
      got.push(run)
      return run
    }
    expect(await admission.run(verb)).toBe('run 2')
    expect(got).toEqual(['run 2'])
    expect(names().filter((name) => name.startsWith('run 1'))).toEqual([])
  })

  it('that refuses before it read anything is refused first, else refuses for itself', async () => {
    const verb = async () => fail('VALIDATION_ERROR')
    await expect(request(refuse).admission.run(verb)).rejects.toMatchObject(REFUSED)
    await expect(request().admission.run(verb)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  it('that reads nothing answers only after the question', async () => {
    const verb = vi.fn(async () => 'done')
    await expect(request(refuse).admission.run(verb)).rejects.toMatchObject(REFUSED)
    expect(await tripsOf(() => request().admission.run(verb))).toBe(1)
  })

  it('that asks for what only the answer tells runs once that is there', async () => {
    let phone: string | undefined
    const { admission } = request(() => {
      phone = '+243'
      return true
    })
    const seen: string[] = []
    await admission.run(async () => seen.push(phone ?? admission.unsettled()))
    expect(seen).toEqual(['+243'])
  })

  it('that swallows the refusal is refused all the same', async () => {
    const verb = async () => READ.then(() => 'shown').catch(() => 'never mind')
    await expect(request(refuse).admission.run<unknown>(verb)).rejects.toBeInstanceOf(Failure)
  })
})
