import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory, publishedProduct, variant } from '#testing/fixtures/products.ts'
import { ok } from '#testing/stories/catalogue.ts'
import {
  COLUMNS,
  csv,
  exportProducts,
  importProducts,
  line,
  newShelf,
  productsOf,
  send,
} from '#testing/stories/imports.ts'

// Rule: what is no file of products is said in words; what is one changes what its lines name, as an edit by hand would.

const HEADER = COLUMNS.join(',')

describe('a file', () => {
  it.each([
    ['of nothing', '', 'Le fichier est vide'],
    ['of a header alone', HEADER, 'Le fichier ne contient aucun produit.'],
    ['of another column', `sku,${'x'.repeat(50)}\nA,1`, `La colonne « ${'x'.repeat(40)} » est inconnue.`],
    ['of one column twice', 'sku,name,name\nA,B,C', 'Une colonne figure deux fois.'],
    ['without references', 'name\nPanier', 'Il manque la colonne « sku ».'],
    ['with a cell too many', 'sku,name\nA,B\n\nC,D,E', "La ligne 4 a plus de cases que d'en-têtes."],
    ['with an open quote', 'sku,name\nA,"B', 'Le fichier est illisible'],
    ['with addresses of pictures', 'sku,images\nA,\nB,https://x.cd/a.jpg', 'Ligne 3 : les images ne'],
    ['of too many lines', `sku\n${'A\n'.repeat(5001)}`, '5000 lignes au plus.'],
    ['of too many rows', `sku,name\n${',\n'.repeat(20_000)}`, '20000 lignes au plus, même vides.'],
    ['of too many cells', `sku,name\n${','.repeat(300_000)}`, 'Le fichier a trop de cases.'],
  ])('%s is refused in words', async (_, text, message) => {
    const { seller } = await newShelf()
    const { status, error } = await send(seller, text)
    expect([status, `${error?.message} ${error?.details?.[0]?.message}`]).toEqual([
      400,
      expect.stringContaining(message),
    ])
  })

  it('in Windows-1252 is read, and of more than 5 MB refused in words', async () => {
    const { seller } = await newShelf()
    const post = (bytes: string | Uint8Array<ArrayBuffer>, length: number) => {
      const form = new FormData()
      form.append('shopId', seller.shopId)
      form.append('file', new Blob([bytes]), 'a.csv')
      return call(seller, 'POST', '/products/import', form, { 'content-length': String(length + 500) })
    }
    const latin = await post(Uint8Array.from([0x73, 0x6b, 0x75, 0x0a, 0xe9]), 5)
    expect(ok(latin)).toMatchObject({ status: 'REFUSED', lines: 1 })
    const most = 5 * 1024 * 1024
    const large = await post('x'.repeat(most + 1), most)
    expect([large.status, large.error?.message]).toEqual([413, 'Le fichier doit faire 5 Mo au plus.'])
    expect((await post('x'.repeat(most), most)).status).toBe(400)
  })

  it('holds 5,000 lines, however a spreadsheet writes them', async () => {
    const shelf = await newShelf()
    const rows = Array.from({ length: 5000 }, (_, i) => `A-${i}`)
    expect(ok(await send(shelf.seller, `sku\n${rows.join('\n')}\n`)).lines).toBe(5000)
    const blank = `\n\nsku;name;description\nA;"Riz, blanc, long";x\n;;\nB\n`
    const { lines, errors } = ok(await send(shelf.seller, blank))
    expect(lines).toBe(2)
    const [a, b] = [new Set(), new Set()]
    for (const { line: at, field } of errors) (field === 'name' ? a : b).add(at)
    expect([...a]).toHaveLength(1)
  })

  it('is taken in although each of its lines has fewer cells than the header', async () => {
    const shelf = await newShelf()
    await importProducts(shelf.seller, csv([line(shelf, 'A', { brand: 'Kivu' })]))
    expect(await importProducts(shelf.seller, 'sku,stock,brand\nA,4\n')).toMatchObject({ status: 'DONE', errors: [] })
    expect((await productsOf(shelf.seller)).A).toMatchObject({ brand: null, variants: [{ stock: 4 }] })
  })

  it('of fifty-one a day is refused in words', async () => {
    const shelf = await newShelf()
    const used = (count: number) =>
      run(
        `INSERT INTO attempts (key, count, window_ends_at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET count = excluded.count`,
        ...[`import:${shelf.seller.profileId}`, count, Date.now() + 3_600_000],
      )
    await used(49)
    ok(await send(shelf.seller, 'sku\nA'))
    const refused = await send(shelf.seller, 'sku\nA')
    expect([refused.status, refused.error?.message]).toEqual([429, '50 importations par jour au plus.'])
  })
})

describe('a subcategory', () => {
  it('that shares its slug is the newest open one, or named with its category; the product’s own stays', async () => {
    const [old, young] = [await newShelf(), await newShelf()]
    const category = async ({ category: { categoryId } }: typeof old) =>
      ok(await call(old.seller, 'GET', `/products/categories/${categoryId}`)).slug as string
    const placed = async (sku: string) => (await productsOf(old.seller))[sku]?.subcategoryId
    await importProducts(
      old.seller,
      csv([line(old, 'A', { subcategory: `${await category(old)}/tout` }), line(old, 'B')]),
    )
    expect(await placed('A')).toBe(old.category.subcategoryId)
    expect(await placed('B')).toBe(young.category.subcategoryId)
    await importProducts(old.seller, 'sku,subcategory,stock\nA,tout,9\n')
    expect(await placed('A')).toBe(old.category.subcategoryId)
    await importProducts(old.seller, `sku,subcategory\nA,${await category(young)}/tout\n`)
    expect(await placed('A')).toBe(young.category.subcategoryId)
  })

  it('that is hidden takes nothing new, and what stands there may stay', async () => {
    const shelf = await newShelf()
    const { slug } = ok(await call(shelf.seller, 'GET', `/products/categories/${shelf.category.categoryId}`))
    const subcategory = `${slug}/${shelf.slug}`
    await importProducts(shelf.seller, csv([line(shelf, 'A', { subcategory })]))
    const path = `/products/categories/${shelf.category.categoryId}`
    ok(await call(await signUp('ADMIN'), 'PUT', path, { isActive: false }))
    const told = ok(
      await send(shelf.seller, csv(['A', 'B'].map((sku) => line(shelf, sku, { subcategory, stock: '1' })))),
    )
    expect(told.errors).toEqual([{ line: 3, field: 'subcategory', message: 'Sous-catégorie introuvable.' }])
    expect((await importProducts(shelf.seller, `sku,subcategory,stock\nA,${subcategory},1\n`)).done).toBe(1)
    await newCategory()
  })
})

describe('what is taken in', () => {
  it('sends an approved product back to moderation when it looks different, and only then', async () => {
    const shelf = await newShelf()
    const variants = JSON.stringify([variant({ sku: 'A' })])
    const { id } = await publishedProduct(shelf.seller, shelf.category, { variants })
    const staff = await signUp('SUPPORT')
    const statusAfter = async (text: string) => {
      ok(await call(staff, 'POST', `/moderation/products/${id}/approve`))
      expect(await importProducts(shelf.seller, text)).toMatchObject({ done: 1, errors: [] })
      const product = ok(await call(shelf.seller, 'GET', `/products/${id}`))
      expect((await call(null, 'GET', `/products/${id}`)).status).toBe(200)
      if (product.moderationStatus === 'APPROVED')
        ok(await call(shelf.seller, 'PUT', `/products/${id}`, { name: 'Entre deux', version: product.version }))
      return product.moderationStatus
    }
    expect(await statusAfter('sku,price,unit,brand,weightGrams,stock\nA,9.99,kg,Kivu,5,3\n')).toBe('APPROVED')
    expect(await statusAfter('sku,name\nA,Un autre nom\n')).toBe('PENDING')
    expect(await statusAfter(`sku,description\nA,${'Une autre description. '.repeat(2)}\n`)).toBe('PENDING')
    const { history } = ok(await call(staff, 'GET', `/moderation/products/${id}`))
    expect(history[0]).toMatchObject({ event: 'edit', from: 'APPROVED', to: 'PENDING', actorRole: 'SELLER' })
  })

  it('sets a stock by an ADJUSTMENT of the seller, which says where it came from', async () => {
    const shelf = await newShelf()
    await importProducts(shelf.seller, csv([line(shelf, 'A')]))
    const { variants } = (await productsOf(shelf.seller)).A
    for (const stock of ['7', '3']) await importProducts(shelf.seller, `sku,stock\nA,${stock}\n`)
    const { movements } = ok(await call(shelf.seller, 'GET', `/products/variants/${variants[0].id}/stock/movements`))
    expect(movements.map((one: Record<string, unknown>) => [one.type, one.amount, one.reason])).toEqual([
      ['ADJUSTMENT', -4, 'Importation'],
      ['INITIAL', 7, null],
    ])
  })

  it('is not what an open order stands against: its currency, and what is held', async () => {
    const market = await newMarket({ stock: 5 })
    expect((await postOrder(market, { items: [{ variantId: market.variantId, quantity: 3 }] })).status).toBe(201)
    const told = async (text: string) => (await importProducts(market.seller, text)).errors
    expect(await told(`sku,currency\n${market.variantId},CDF\n`)).toEqual([
      {
        line: 2,
        field: 'currency',
        message: 'Une commande de ce produit est en cours : sa devise ne peut pas changer avant.',
      },
    ])
    expect(await told(`sku,stock\n${market.variantId},2\n`)).toMatchObject([{ line: 2, field: 'stock' }])
    expect(await told(`sku,stock\n${market.variantId},3\n`)).toEqual([])
  })

  it('comes out again as it went in', async () => {
    const shelf = await newShelf()
    const full = {
      unit: 'kg',
      brand: 'Ruzizi',
      weightGrams: '500',
      expiresAt: '2099-01-01T00:00:00.000Z',
      price: '5.25',
    }
    const cells = line(shelf, 'A', full)
    await importProducts(shelf.seller, csv([cells]))
    const two = JSON.stringify([variant({ name: 'Petit' }), variant({ sku: 'S' })])
    ok(await createProduct(shelf.seller, shelf.category, { variants: two }))
    const rows = (await exportProducts(shelf.seller)).body
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n')
    expect(rows).toHaveLength(4)
    // The export says the stock twice.
    expect(rows).toContain([...cells.slice(0, 7), cells[6], ...cells.slice(7)].join(','))
    const mine = await call(shelf.seller, 'GET', '/products/export/csv')
    expect(
      mine.body
        .replace(/^\uFEFF/, '')
        .trimEnd()
        .split('\r\n'),
    ).toEqual(rows)
  })
})
