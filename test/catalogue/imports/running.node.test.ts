import { describe, expect, it } from 'vitest'
import { runImport } from '#domain/catalogue/imports/run.ts'
import { IMPORTS_OF_SELLER } from '#kernel/limits.ts'
import { DAY_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { COMMIT, importsOf, newLine, newLines } from '#testing/domain/imports.ts'
import { addMarket, addPlan } from '#testing/domain/market.ts'
import { addOrder } from '#testing/domain/orders.ts'

const domain = openDomain((market) => {
  addMarket(market)
  addPlan(market, 9000, 1)
  market.add('categories', { id: 'food', name: 'Vivres', folded_name: 'vivres', slug: 'vivres', created_at: NOW })
  for (const [id, category_id] of [
    ['free', 'cat'],
    ['fresh', 'food'],
  ])
    market.add('subcategories', { id, category_id, name: id, folded_name: id, slug: id, created_at: NOW })
})

const { send, sendLines, found, finish, watchTrips } = importsOf(domain)

describe('while an import runs', () => {
  it('a subcategory that staff take away is told of its lines, and the others are taken in', async () => {
    const { id } = await sendLines(newLine('A'), newLine('B', 'tout'), newLine('C'))
    domain.run("DELETE FROM subcategories WHERE id = 'free'")
    const { status, done, errors } = await finish(id)
    expect([status, done]).toEqual(['DONE', 1])
    expect(errors.map(({ line, field }) => [line, field])).toEqual([
      [2, 'subcategory'],
      [4, 'subcategory'],
    ])
    expect(domain.rows('SELECT sku FROM variants WHERE sku IS NOT NULL')).toEqual([{ sku: 'B' }])
  })

  it('a subcategory that goes between what a step reads and what it writes is told as well', async () => {
    domain.run("UPDATE variants SET sku = 'V' WHERE id = 'v1'")
    for (const csv of [[newLine('A')], [newLine('V')]]) {
      const { id } = await sendLines(...csv)
      const { ctx } = watchTrips((trip) => {
        if (trip === COMMIT) domain.run("DELETE FROM subcategories WHERE id = 'free'")
      })
      const { status, errors } = await finish(id, ctx)
      expect([status, errors.map(({ field }) => field)]).toEqual(['DONE', ['subcategory']])
      expect(errors[0]?.message).toBe('Sous-catégorie introuvable.')
      domain.add('subcategories', {
        id: 'free',
        category_id: 'cat',
        name: 'free',
        folded_name: 'free',
        slug: 'free',
        created_at: NOW,
      })
    }
  })

  it.each([
    ['a shop that shuts', "UPDATE shops SET status = 'CLOSED'", /boutique/],
    ['a subscription that ends', "UPDATE subscriptions SET status = 'EXPIRED'", /abonnement/],
    ['an owner who is blocked', "UPDATE users SET blocked_at = 1 WHERE id = 'seller'", /session|compte/],
  ])('%s ends it at once, with one error', async (_, change, message) => {
    const { id } = await sendLines(...newLines(1000))
    domain.run(change)
    const { ctx, seen } = watchTrips()
    await runImport(ctx, id)
    const { status, done, errors } = found(id)
    expect([status, done]).toEqual(['DONE', 0])
    expect(errors).toEqual([{ line: 2, field: 'file', message: expect.stringMatching(message) }])
    expect(seen.trips).toBeLessThan(6)
    expect(domain.rows('SELECT 1 FROM product_import_lines')).toEqual([])
  })

  it('a plan that is full is told of each new line in few trips, and 1,000 errors are kept at most', async () => {
    const { id } = await sendLines(...newLines(1200))
    domain.run('UPDATE plans SET max_products = 101')
    const { ctx, seen } = watchTrips()
    const { status, done, errors } = await finish(id, ctx)
    expect([status, done, errors.length]).toEqual(['DONE', 100, 1000])
    expect(errors[0]).toMatchObject({ line: 102, field: 'sku' })
    expect(seen.trips).toBeLessThan(60)
  })

  it('a line that cannot be is told by halves, in few trips', async () => {
    domain.run("UPDATE variants SET sku = 'V' WHERE id = 'v1'")
    addOrder(domain)
    const lines = newLines(99)
    lines.splice(50, 0, newLine('V', 'tout').replace('USD', 'CDF'))
    const { id } = await sendLines(...lines)
    const { ctx, seen } = watchTrips()
    const { done, errors } = await finish(id, ctx)
    expect([done, errors.map(({ line, field }) => [line, field])]).toEqual([99, [[52, 'currency']]])
    expect(seen.trips).toBeLessThan(50)
  })

  it('it stops when its time is over, and goes on where it was', async () => {
    const { id } = await sendLines(...newLines(300))
    let calls = 0
    await runImport(domain.ctx, id, () => ++calls < 2)
    expect(found(id)).toEqual({ status: 'RUNNING', done: 100, errors: [] })
    expect(await finish(id)).toEqual({ status: 'DONE', done: 300, errors: [] })
  })

  it('one that throws five times in a row ends with an error, so that the next can come', async () => {
    const { id } = await sendLines(...newLines(2))
    domain.run("CREATE TRIGGER broken BEFORE INSERT ON products BEGIN SELECT RAISE(ABORT, 'too large'); END")
    for (let i = 0; i < 5; i++) await expect(runImport(domain.ctx, id)).rejects.toThrow()
    expect(found(id)).toMatchObject({
      status: 'DONE',
      done: 0,
      errors: [{ line: 2, field: 'file', message: expect.stringMatching(/^Une erreur interne/) }],
    })
    await runImport(domain.ctx, id)
    domain.run('DROP TRIGGER broken')
    expect((await sendLines(newLine('A'))).status).toBe('RUNNING')
  })

  it('a category that comes to ask for a date refuses those without, and those whose date is over', async () => {
    const soon = new Date(NOW + DAY_MS).toISOString()
    domain.run("UPDATE variants SET sku = 'V' WHERE id = 'v1'")
    const { id } = await sendLines(newLine('A'), newLine('B', 'free', soon), newLine('C', 'fresh', soon), newLine('V'))
    domain.run('UPDATE categories SET requires_expiry = 1')
    const { errors, done } = await finish(id, domain.after(2 * DAY_MS))
    expect(errors.map(({ line, field }) => [line, field])).toEqual([2, 3, 4, 5].map((n) => [n, 'expiresAt']))
    expect(done).toBe(0)
    const again = await sendLines(newLine('D', 'free', soon))
    expect(await finish(again.id)).toMatchObject({ done: 1, errors: [] })
  })

  it('a category that comes to ask for a date between what a step reads and writes refuses too', async () => {
    domain.run("UPDATE variants SET sku = 'V' WHERE id = 'v1'")
    for (const sku of ['A', 'V']) {
      domain.run('UPDATE categories SET requires_expiry = 0')
      const { id } = await sendLines(newLine(sku))
      const { ctx } = watchTrips((trip) => {
        if (trip === COMMIT) domain.run('UPDATE categories SET requires_expiry = 1')
      })
      expect(await finish(id, ctx)).toMatchObject({
        ...{ status: 'DONE', done: 0 },
        errors: [{ field: 'expiresAt', message: expect.stringMatching(/^La date de péremption est obligatoire/) }],
      })
    }
  })

  it('a price raises the version of its product and is in its history', async () => {
    domain.run("UPDATE variants SET sku = 'V' WHERE id = 'v1'")
    const version = () => domain.row('SELECT version FROM products WHERE id = ?', 'prod')?.version
    const { id } = await send('sku,price\nV,7.00')
    expect(await finish(id)).toMatchObject({ done: 1, errors: [] })
    expect(version()).toBe(2)
    expect(domain.rows("SELECT version, event FROM history WHERE thing_id = 'prod'")).toEqual([
      { version: 2, event: 'edit' },
    ])
    const again = await send('sku,price\nV,7.00')
    await finish(again.id)
    expect(version()).toBe(2)
  })
})

describe('a file', () => {
  it('is not read while another import of the shop runs, nor by who sent enough of them in a day', async () => {
    await sendLines(newLine('A'))
    await expect(send('no file of products')).rejects.toMatchObject({ code: 'CONFLICT', reason: 'ALREADY_EXISTS' })
    domain.run("UPDATE product_imports SET status = 'DONE'")
    domain.run('UPDATE attempts SET count = ?', IMPORTS_OF_SELLER.max)
    await expect(send('no file of products')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  it('is refused for a day where the last one of it comes at the same moment', async () => {
    const { ctx } = watchTrips((trip) => {
      // Behind the read of what stands against it.
      if (trip !== 2) return
      domain.add('attempts', { key: 'import:sp', count: IMPORTS_OF_SELLER.max, window_ends_at: NOW + DAY_MS })
    })
    const refused = { code: 'TOO_MANY_REQUESTS', retryAfter: IMPORTS_OF_SELLER.windowMs / 1000 }
    await expect(send('sku,price\nv1,7.00', 'false', { db: ctx.db })).rejects.toMatchObject(refused)
    expect(domain.rows('SELECT 1 FROM product_imports')).toEqual([])
  })

  it('that names a reference twice is told so of the second line only', async () => {
    domain.run("UPDATE variants SET sku = 'V' WHERE id = 'v1'")
    const { errors } = await send('sku,price\nV,7.00\nV,8.00')
    expect(errors).toEqual([{ line: 3, field: 'sku', message: 'Cette référence figure deux fois dans le fichier.' }])
  })

  it('cannot name a variant by its reference and by its id', async () => {
    domain.run("UPDATE variants SET sku = 'V' WHERE id = 'v1'")
    const { errors } = await send('sku,price\nV,7.00\nv1,8.00')
    expect(errors).toEqual([{ line: 3, field: 'sku', message: expect.stringContaining('ligne 2') }])
    expect(domain.rows('SELECT status FROM product_imports')).toEqual([{ status: 'REFUSED' }])
  })

  it('is numbered as a spreadsheet shows it, and rows of empty cells are none', async () => {
    const text = ['sku;price', '', 'A;x', ';', '"";" "', '', 'B;"y', '"', 'C;z', ';;;', '']
      .join('\r\n')
      .replace('"y\r\n"', '"y\n"')
    const { errors, lines } = await send(text)
    expect(lines).toBe(3)
    expect(errors.filter(({ field }) => field === 'price').map(({ line }) => line)).toEqual([3, 7, 8])
  })

  it('has 20,000 rows at most with the empty ones', async () => {
    expect((await send(`\n\nsku\nA\n${'\n'.repeat(19_996)}`)).errors[0]?.line).toBe(4)
    await expect(send(`sku\nA\n${'\n'.repeat(19_999)}`)).rejects.toThrow('20000')
  })
})
