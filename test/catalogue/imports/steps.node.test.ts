import { describe, expect, it } from 'vitest'
import { runImport } from '#domain/catalogue/imports/run.ts'
import { openDomain } from '#testing/domain/domain.ts'
import { COMMIT, importsOf, newLine, newLines, TRIPS_OF_ONE_LOT } from '#testing/domain/imports.ts'
import { addMarket, addPlan } from '#testing/domain/market.ts'
import { addOrder } from '#testing/domain/orders.ts'

// Costs of the steps of an import, work of one turn of its job, and what is told however they are cut.

const domain = openDomain((market) => {
  addMarket(market)
  addPlan(market, 9000, 1)
  market.run("UPDATE variants SET sku = 'V' WHERE id = 'v1'")
  market.add('subcategories', {
    ...{ id: 'free', category_id: 'cat', name: 'free', folded_name: 'free', slug: 'free', created_at: 1 },
  })
})
const { send, sendLines, found, finish, watchTrips } = importsOf(domain)
const placesOf = ({ errors }: ReturnType<typeof found>) => errors.map(({ line, field }) => [line, field])

describe('one lot of lines', () => {
  it('is five trips, and an import that is over is one', async () => {
    const { id } = await sendLines(...newLines(100))
    const { ctx, seen } = watchTrips()
    await runImport(ctx, id)
    expect([found(id).status, seen.trips]).toEqual(['DONE', TRIPS_OF_ONE_LOT])
    await runImport(ctx, id)
    expect(seen.trips).toBe(TRIPS_OF_ONE_LOT + 1)
    await runImport(ctx, 'nobody')
    expect(seen.trips).toBe(TRIPS_OF_ONE_LOT + 2)
  })

  it.each<[string, string, string]>([
    ['a subcategory that is gone', newLine('A'), "DELETE FROM subcategories WHERE id = 'free'"],
    ['a subcategory that staff closed', newLine('A'), "UPDATE subcategories SET is_active = 0 WHERE id = 'free'"],
    ['a category that staff closed', newLine('A'), 'UPDATE categories SET is_active = 0'],
    ['a product that moves where staff closed', newLine('V'), 'UPDATE categories SET is_active = 0'],
    ['a date that has come to be asked for', newLine('A'), 'UPDATE categories SET requires_expiry = 1'],
    ['the same of a product that moves', newLine('V'), 'UPDATE categories SET requires_expiry = 1'],
    ['less stock than is held', 'V,,,,,,2,', "UPDATE variants SET held = 3 WHERE id = 'v1'"],
    ['a full plan', newLine('A'), 'UPDATE plans SET max_products = 1'],
  ])('with %s costs no commit that fails', async (_, line, change) => {
    const { id } = await sendLines(line)
    domain.run(change)
    const { ctx, seen } = watchTrips()
    await runImport(ctx, id)
    expect(found(id)).toMatchObject({ status: 'DONE', done: 0, errors: [{ line: 2 }] })
    expect(seen.trips).toBe(TRIPS_OF_ONE_LOT)
  })

  it('leaves a product in its subcategory, which staff closed', async () => {
    domain.run("UPDATE subcategories SET is_active = 0 WHERE id = 'sub'")
    const { id } = await send('sku,name,subcategory\nV,Un autre nom,tout')
    expect(await finish(id)).toEqual({ status: 'DONE', done: 1, errors: [] })
  })

  it('tells what was seen before it was written and what its commit refused', async () => {
    addOrder(domain)
    const { id } = await sendLines(newLine('A'), newLine('V', 'tout').replace('USD', 'CDF'), newLine('B', 'tout'))
    domain.run("UPDATE subcategories SET is_active = 0 WHERE id = 'free'")
    const told = await finish(id)
    expect([told.done, placesOf(told)]).toEqual([
      1,
      [
        [2, 'subcategory'],
        [3, 'currency'],
      ],
    ])
  })
})

describe('the commit of a lot', () => {
  const statementsOf = async (csv: string, change = '') => {
    const { id } = await send(csv)
    if (change) domain.run(change)
    const { ctx, seen } = watchTrips()
    await finish(id, ctx)
    return seen.statements[COMMIT - 1] ?? 0
  }
  const NEW = ['sku,name,description,subcategory,price,currency,stock', newLine('A').replace(/,$/, '')].join('\n')

  it('has nothing of what no line changes, and of what one does only that', async () => {
    const refused = await statementsOf('sku,stock\nV,2', "UPDATE variants SET held = 3 WHERE id = 'v1'")
    domain.run("UPDATE variants SET held = 0 WHERE id = 'v1'")
    // Shops and products that are there are looked at again by what guests may see.
    const same = refused + 2
    expect(await statementsOf('sku,price\nV,5.00')).toBe(same)
    expect(await statementsOf('sku,name,stock\nV,Café,10')).toBe(same)
    // An edit counts among those of the day, which is two statements.
    expect(await statementsOf('sku,stock\nV,11')).toBe(same + 3)
    const edited = await statementsOf('sku,name\nV,Un autre nom')
    expect(edited).toBeGreaterThan(same)
    expect(await statementsOf('sku,price\nV,7.00')).toBe(edited + 1)
    const fresh = await statementsOf(NEW)
    expect(fresh).toBeGreaterThan(same + 1)
    expect(await statementsOf(`${NEW.replace('A', 'B')}\nV,,,,,,`)).toBe(fresh + 2)
  })

  it('keeps the lines of a large file in a few texts that D1 takes', async () => {
    const wide = (i: number) => `P-${i},Panier ${i},${'Fibre de bananier. '.repeat(50)},free,12.50,USD,3`
    const { ctx, seen } = watchTrips()
    const lines = Array.from({ length: 2000 }, (_, i) => wide(i))
    await send(['sku,name,description,subcategory,price,currency,stock', ...lines].join('\n'), 'false', { db: ctx.db })
    const many = seen.statements.at(-1) ?? 0
    domain.run("UPDATE product_imports SET status = 'DONE'")
    await send(NEW, 'false', { db: ctx.db })
    const texts = 1 + many - (seen.statements.at(-1) ?? 0)
    expect(texts).toBe(3)
  })
})

describe('one turn of the job', () => {
  it('takes in a thousand lines', async () => {
    const { id } = await sendLines(...newLines(1100))
    await runImport(domain.ctx, id)
    expect(found(id)).toEqual({ status: 'RUNNING', done: 1000, errors: [] })
    expect(await finish(id)).toEqual({ status: 'DONE', done: 1100, errors: [] })
  })

  it('without time looks once and leaves it', async () => {
    const { id } = await sendLines(newLine('A'))
    const { ctx, seen } = watchTrips()
    await runImport(ctx, id, () => false)
    expect([found(id), seen.trips]).toEqual([{ status: 'RUNNING', done: 0, errors: [] }, 1])
  })

  it('tries sixty commits at most, and the next goes on', async () => {
    const { id } = await sendLines(...newLines(100))
    // Each time that a step looks no date is asked for, and when it writes one is.
    const { ctx, seen } = watchTrips((trip) => domain.run('UPDATE categories SET requires_expiry = ?', trip % 2))
    await runImport(ctx, id)
    // One trip reads the place; sixty times there are a read and a commit; one writes the refusals.
    expect([found(id).status, seen.trips]).toEqual(['RUNNING', 1 + 60 * 2 + 1])
    domain.run('UPDATE categories SET requires_expiry = 0')
    const { done = 0, errors } = await finish(id)
    expect(done + errors.length).toBe(100)
    expect(errors.map(({ field }) => field)).toEqual(errors.map(() => 'expiresAt'))
  })

  it('that another overtakes stops at once', async () => {
    const { id } = await sendLines(...newLines(3))
    const { ctx, seen } = watchTrips(async (trip) => {
      if (trip === COMMIT) await runImport(domain.ctx, id)
    })
    await runImport(ctx, id)
    expect(seen.trips).toBe(COMMIT)
    expect(found(id)).toEqual({ status: 'DONE', done: 3, errors: [] })
  })

  it('that another ends stops as well', async () => {
    const { id } = await sendLines(newLine('A'))
    const { ctx, seen } = watchTrips(async (trip) => {
      if (trip === TRIPS_OF_ONE_LOT) await runImport(domain.ctx, id)
    })
    await runImport(ctx, id)
    expect(seen.trips).toBe(TRIPS_OF_ONE_LOT)
  })
})

describe('errors', () => {
  it('are told up to a thousand, in lots that do not fill them evenly', async () => {
    const { id } = await sendLines(...newLines(1300))
    domain.run('UPDATE plans SET max_products = 151')
    const { status, done, errors } = await finish(id)
    expect([status, done, errors.length]).toEqual(['DONE', 150, 1000])
    expect(errors[0]).toMatchObject({ line: 152, field: 'sku' })
  })

  it('of before stay when the shop shuts, and the fault that ended it is the last of a thousand', async () => {
    const { id } = await sendLines(...newLines(1100))
    domain.run('UPDATE plans SET max_products = 1')
    await runImport(domain.ctx, id)
    expect(found(id)).toMatchObject({ status: 'RUNNING', done: 0 })
    expect(found(id).errors).toHaveLength(1000)
    domain.run("UPDATE shops SET status = 'CLOSED'")
    const { ctx, seen } = watchTrips()
    await runImport(ctx, id)
    expect(seen.trips).toBe(COMMIT + 1)
    const { status, errors } = found(id)
    expect([status, errors.length]).toEqual(['DONE', 1000])
    expect(errors[0]).toMatchObject({ line: 2, field: 'sku' })
    expect(errors.at(-1)).toMatchObject({ line: 1002, field: 'file' })
  })
})
