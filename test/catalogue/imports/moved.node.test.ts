import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { COMMIT, importsOf } from '#testing/domain/imports.ts'
import { addMarket, addPlan } from '#testing/domain/market.ts'
import { addOrder } from '#testing/domain/orders.ts'

// Others commit after a file was checked, or between the read and the commit of a step of its import: the line is told
// of it, and the others are taken in.

const domain = openDomain((market) => {
  addMarket(market)
  addPlan(market, 9, 1)
  for (const n of [1, 2]) market.run(`UPDATE variants SET sku = 'V${n}' WHERE id = 'v${n}'`)
})
const { send, finish, watchTrips } = importsOf(domain)
const HEADER = 'sku,name,description,subcategory,price,currency,stock'
const line = (sku: string) => `${sku},Panier ${sku},Panier en fibres de bananier.,tout,12.50,USD,3`
const sendNew = (...skus: string[]) => send([HEADER, ...skus.map(line)].join('\n'))

const interrupted = (happens: () => unknown) => watchTrips((trip) => trip === COMMIT && happens()).ctx
const product = (id = 'prod') =>
  domain.row('SELECT name, brand, currency, version, moderation_status AS moderation FROM products WHERE id = ?', id)
const dated = () => domain.row("SELECT expires_at AS at, version FROM products WHERE id = 'prod'")
const rename = (sku: string) => () => domain.run('UPDATE variants SET sku = ? WHERE id = ?', sku, 'v2')

describe('a reference', () => {
  it('that came to name several products is told so', async () => {
    const { id } = await sendNew('A', 'B')
    const other = { shop_id: 'shop', seller_profile_id: 'sp', category_id: 'cat', subcategory_id: 'sub' }
    const words = { name: 'Thé', slug: 'the', description: '', currency: 'USD', created_at: NOW, updated_at: NOW }
    domain.add('products', { id: 'other', ...other, ...words })
    const variant = { product_id: 'other', price_minor: 5, position: 0, created_at: NOW, updated_at: NOW }
    domain.add('variants', { id: 'o1', ...variant, sku: 'A' })
    rename('A')()
    expect(await finish(id)).toEqual({
      ...{ status: 'DONE', done: 1 },
      errors: [{ line: 2, field: 'sku', message: 'Plusieurs produits de la boutique portent cette référence.' }],
    })
  })

  it('whose product was deleted is told so where the line has not all of a new one', async () => {
    const { id } = await send('sku,price\nV1,7.00\nV2,8.00\n')
    domain.run("UPDATE variants SET sku = NULL WHERE id = 'v1'")
    expect(await finish(id)).toEqual({
      ...{ status: 'DONE', done: 1 },
      errors: [
        { line: 2, field: 'sku', message: "Le produit de cette référence a été supprimé pendant l'importation." },
      ],
    })
    expect(domain.row("SELECT price_minor AS price FROM variants WHERE id = 'v2'")).toEqual({ price: 800 })
  })

  it('that another product takes at the same moment makes no second one', async () => {
    const { id } = await sendNew('A', 'B')
    expect(await finish(id, interrupted(rename('A')))).toMatchObject({ status: 'DONE', done: 2, errors: [] })
    expect(domain.row("SELECT count(*) AS n FROM variants WHERE sku = 'A'")).toEqual({ n: 1 })
    const again = await sendNew('C')
    const { done, errors } = await finish(again.id, interrupted(rename('C')))
    expect([done, errors]).toEqual([
      0,
      [{ line: 2, field: 'sku', message: 'Un produit vient de prendre cette référence.' }],
    ])
  })
})

describe('a product', () => {
  it('that its seller edits at the same moment is not written over', async () => {
    const { id } = await send('sku,name\nV1,Du fichier\n')
    const edited = () => domain.run("UPDATE products SET name = 'De sa main', version = version + 1")
    expect(await finish(id, interrupted(edited))).toMatchObject({
      ...{ status: 'DONE', done: 0 },
      errors: [{ line: 2, field: 'sku', message: "Ce produit a été modifié pendant l'importation." }],
    })
    expect(product()).toMatchObject({ name: 'De sa main', version: 2 })
  })

  it('that is ordered at the same moment keeps its currency, and what is held of it', async () => {
    const { id } = await send('sku,currency\nV1,CDF\n')
    expect(
      await finish(
        id,
        interrupted(() => void addOrder(domain)),
      ),
    ).toMatchObject({
      ...{ done: 0, errors: [{ line: 2, field: 'currency' }] },
    })
    expect(product()).toMatchObject({ currency: 'USD' })
    const stock = await send('sku,stock\nV1,2\n')
    const held = () => domain.run("UPDATE variants SET held = 3 WHERE id = 'v1'")
    expect(await finish(stock.id, interrupted(held))).toMatchObject({
      ...{ done: 0, errors: [{ line: 2, field: 'stock' }] },
    })
  })

  it.each([
    ['alone', 'expiresAt', '', ''],
    ['with another of its texts', 'expiresAt,brand', '', ',Kivu'],
  ])(
    'whose date alone goes, %s, keeps it if a date comes to be asked for at the same moment',
    async (_, heads, date, more) => {
      domain.run('UPDATE products SET expires_at = ?', NOW + DAY_MS)
      const { id } = await send(`sku,${heads}\nV1,${date}${more}\n`)
      const asked = () => domain.run('UPDATE categories SET requires_expiry = 1')
      expect(await finish(id, interrupted(asked))).toMatchObject({
        ...{ status: 'DONE', done: 0 },
        errors: [
          {
            line: 2,
            field: 'expiresAt',
            message: 'La date de péremption est obligatoire pour les aliments et les boissons.',
          },
        ],
      })
      expect(dated()).toEqual({ at: NOW + DAY_MS, version: 1 })
    },
  )

  it.each([
    ['none', null],
    ['one that is past', NOW - 1],
    ['this very moment', NOW],
  ])('that moves with %s as its date stays if one comes to be asked for at the same moment', async (_, at) => {
    domain.add('subcategories', {
      ...{ id: 'free', category_id: 'cat', name: 'free', folded_name: 'free', slug: 'free', created_at: 1 },
    })
    domain.run('UPDATE products SET expires_at = ?', at)
    const { id } = await send('sku,subcategory\nV1,free\n')
    const asked = () => domain.run('UPDATE categories SET requires_expiry = 1')
    expect(await finish(id, interrupted(asked))).toMatchObject({ done: 0, errors: [{ line: 2, field: 'expiresAt' }] })
    expect(domain.row('SELECT subcategory_id AS place FROM products')).toEqual({ place: 'sub' })
  })

  it('whose date alone changes is not written over if its seller edits it at the same moment', async () => {
    const { id } = await send('sku,expiresAt\nV1,2027-12-31\n')
    const edited = () => domain.run('UPDATE products SET expires_at = ?, version = version + 1', NOW + DAY_MS)
    expect(await finish(id, interrupted(edited))).toMatchObject({
      ...{ status: 'DONE', done: 0 },
      errors: [{ line: 2, field: 'sku', message: "Ce produit a été modifié pendant l'importation." }],
    })
    expect(dated()).toEqual({ at: NOW + DAY_MS, version: 2 })
  })

  it('that is deleted at the same moment is not written', async () => {
    const { id } = await send('sku,expiresAt\nV1,2027-12-31\n')
    const deleted = () => domain.run('UPDATE products SET deleted_at = ?', NOW)
    expect(await finish(id, interrupted(deleted))).toMatchObject({ done: 0, errors: [{ line: 2, field: 'sku' }] })
    expect(dated()).toEqual({ at: null, version: 1 })
  })

  it('past the plan that another request fills at the same moment is told so', async () => {
    const { id } = await sendNew('A')
    const full = () => domain.run('UPDATE plans SET max_products = 1')
    expect(await finish(id, interrupted(full))).toMatchObject({
      ...{ status: 'DONE', done: 0, errors: [{ line: 2, field: 'sku' }] },
    })
    expect(domain.rows('SELECT id FROM products')).toEqual([{ id: 'prod' }])
  })
})

describe('a stock', () => {
  const sold = (amount: number) => () =>
    domain.add('stock_movements', {
      ...{ id: `sold-${amount}`, variant_id: 'v1', type: 'ADJUSTMENT', amount: -amount, created_at: NOW },
    })
  const stocks = () => domain.rows('SELECT id, stock FROM variants ORDER BY id')

  it.each([
    ['alone', ['V1,12,10'], 2],
    ['and the others are taken in', ['V1,12,10', 'V2,5,2'], 5],
  ])('that moves at the same moment is not set, and both figures are told of its line %s', async (_, lines, other) => {
    const { id } = await send(['sku,stock,stockSeen', ...lines].join('\n'))
    expect(await finish(id, interrupted(sold(3)))).toEqual({
      ...{ status: 'DONE', done: lines.length - 1 },
      errors: [
        {
          ...{ line: 2, field: 'stock' },
          message: "Le stock était de 10 à l'export, il est maintenant de 7 : exportez de nouveau.",
        },
      ],
    })
    expect(stocks()).toEqual([
      { id: 'v1', stock: 7 },
      { id: 'v2', stock: other },
    ])
  })

  it('that was not edited sets nothing of a reference that another request makes meanwhile', async () => {
    const { id } = await send(`${HEADER},stockSeen\n${line('A')},3\n`)
    rename('A')()
    domain.run("UPDATE variants SET held = 2 WHERE id = 'v2'")
    domain.add('stock_movements', { id: 'more', variant_id: 'v2', type: 'RESTOCK', amount: 2, created_at: NOW })
    expect(await finish(id)).toEqual({ status: 'DONE', done: 1, errors: [] })
    expect(stocks()[1]).toEqual({ id: 'v2', stock: 4 })
  })
})

describe('two lines of one product', () => {
  it.each([
    ['the first', 'V1,Un nom,9.00\nV2,,8.00'],
    ['the second', 'V1,,9.00\nV2,Un nom,8.00'],
    ['both', 'V1,Un nom,9.00\nV2,Un nom,8.00'],
  ])('are one edit, with what %s names', async (_which, lines) => {
    domain.run("UPDATE products SET moderation_status = 'APPROVED'")
    const { id } = await send(`sku,name,price\n${lines}\n`)
    expect(await finish(id)).toMatchObject({ status: 'DONE', done: 2, errors: [] })
    expect(product()).toMatchObject({ name: 'Un nom', version: 2, moderation: 'PENDING' })
    expect(domain.rows("SELECT version, event FROM history WHERE thing_id = 'prod'")).toEqual([
      { version: 2, event: 'edit' },
    ])
    expect(domain.rows('SELECT price_minor AS price, version FROM variants ORDER BY id')).toEqual([
      { price: 900, version: 2 },
      { price: 800, version: 2 },
    ])
  })

  it('of which one changes nothing are no edit of what is there', async () => {
    const { id } = await send('sku,price\nV1,5.00\nV2,5.00\n')
    expect(await finish(id)).toMatchObject({ status: 'DONE', done: 2 })
    expect(product()).toMatchObject({ version: 1 })
    expect(domain.rows("SELECT version FROM history WHERE thing_id = 'prod'")).toEqual([])
  })
})

describe('an approved product on sale that looks different', () => {
  it.each([
    ['POST', 'PUBLISHED', 1],
    ['PRE', 'PUBLISHED', 1],
    ['PRE', 'DRAFT', 0],
  ])('is PENDING under the mode of now: %s, %s', async (mode, status, before) => {
    domain.add('moderation_settings', { id: 1, mode, updated_at: NOW })
    domain.run("UPDATE products SET moderation_status = 'APPROVED', status = ?", status)
    const { id } = await send('sku,name\nV1,Un autre nom\n')
    await finish(id)
    expect(
      domain.row('SELECT moderation_status AS now, moderation_mode AS mode, approved_before AS before FROM products'),
    ).toEqual({ now: 'PENDING', mode, before })
    expect(domain.rows('SELECT version, event, from_status, to_status, actor_id FROM moderation_events')).toEqual([
      { version: 2, event: 'edit', from_status: 'APPROVED', to_status: 'PENDING', actor_id: 'seller' },
    ])
  })
})

describe('a file', () => {
  const said = async (text: string) => {
    const failure = await send(text).then(
      () => undefined,
      (error: { details?: { message: string }[] }) => error,
    )
    return failure?.details?.[0]?.message
  }

  it('that is no CSV is told where it stops being one', async () => {
    expect(await said('sku,name\nA,B\nC,"D" E\n')).toBe(
      'Le fichier est illisible à la ligne 3 : « E » suit un guillemet refermé. Dans une case, doublez les guillemets : « "" ».',
    )
  })

  it('begins with the mark of its encoding, and its header may stand in quotes', async () => {
    expect(await send('\uFEFF"sku","price"\n"V1","5.00"\n')).toMatchObject({ lines: 1, errors: [] })
  })

  it('has the comma where its header shows neither sign', async () => {
    expect(await said('sku\nV1,V2\n')).toBe("La ligne 2 a plus de cases que d'en-têtes.")
    expect((await send('sku\nV1;V2\n')).errors).not.toEqual([])
  })

  it('has a line of 20,000 signs at most', async () => {
    const wide = (n: number) => `sku,name\nA,${'x'.repeat(n)}\n`
    expect(await said(wide(20_100))).toMatch(/^Le fichier est illisible/)
    expect((await send(wide(19_000))).errors.map(({ field }) => field)).toContain('name')
  })
})
