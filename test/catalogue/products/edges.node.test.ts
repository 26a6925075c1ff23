import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { prefixQuery } from '#db/search-terms.ts'
import { moderate } from '#domain/catalogue/moderation/move.ts'
import { forgetWords } from '#domain/catalogue/products/clock/forget-words.ts'
import { hideExpiredProducts } from '#domain/catalogue/products/clock/hide-expired.ts'
import { addProductImages } from '#domain/catalogue/products/editing/add-images.ts'
import { createProduct } from '#domain/catalogue/products/editing/create.ts'
import { deleteProduct } from '#domain/catalogue/products/editing/delete.ts'
import { setProductStatus } from '#domain/catalogue/products/editing/set-status.ts'
import { updateProduct } from '#domain/catalogue/products/editing/update.ts'
import { selectProductsWhere } from '#domain/catalogue/products/queries.ts'
import { ListProducts } from '#domain/catalogue/products/search/list-filter.ts'
import { atPlaces, spellingsOf, wholeBrand } from '#domain/catalogue/products/search/search-terms.ts'
import { listProducts } from '#domain/catalogue/products/showing/list.ts'
import { listSimilar } from '#domain/catalogue/products/showing/list-similar.ts'
import { showProduct, showProductBySlug } from '#domain/catalogue/products/showing/show.ts'
import { refreshVisibilityOfPlan } from '#domain/catalogue/products/visibility.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { PRODUCT_UPLOADS_A_DAY, PRODUCTS_A_DAY } from '#kernel/limits.ts'
import { DAY_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket, addPicture, addPlan } from '#testing/domain/market.ts'
import { addOrder } from '#testing/domain/orders.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'

// Products at the very moment, and the very number, where a rule begins.

const domain = openDomain((market) => {
  addMarket(market)
  addPlan(market, 2, 2)
  addPicture(market, 'i0', 0)
})
const product = (id: string, more = {}) => {
  const at = { shop_id: 'shop', seller_profile_id: 'sp', category_id: 'cat', subcategory_id: 'sub' }
  const words = { name: 'Thé', slug: id, description: '', currency: 'USD', created_at: NOW, updated_at: NOW }
  domain.add('products', { id, ...at, ...words, ...more })
}
const guest = domain.ctx
const stored: string[] = []
const files = {
  put: async (key: string) => void stored.push(key),
  remove: async (keys: string[]) => void stored.splice(0, keys.length),
} as unknown as Ctx['files']
const seller = (): Ctx => ({ ...domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' }), files })
const set = (columns: string) => domain.run(`UPDATE products SET ${columns} WHERE id = 'prod'`)
const publish = () => setProductStatus(seller(), 'prod', { status: 'PUBLISHED' })
const found = async (query: object = {}) =>
  (await listProducts(guest, ListProducts.parse(query))).products.map(({ id }) => id)

describe('a date', () => {
  it('is over at its very moment: what is on sale is shown until then', async () => {
    await publish()
    product('near', { status: 'PUBLISHED', visible: 1 })
    set(`expires_at = ${NOW + 1}`)
    expect(await showProduct(guest, 'prod')).toMatchObject({ id: 'prod' })
    expect(await showProductBySlug(guest, 'cafe')).toMatchObject({ id: 'prod' })
    expect(await found()).toContain('prod')
    set(`expires_at = ${NOW}`)
    await expect(showProduct(guest, 'prod')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(showProductBySlug(guest, 'cafe')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(listSimilar(guest, 'prod')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await found()).toEqual(['near'])
    expect((await listSimilar(guest, 'near')).products).toEqual([])
  })

  it('hides at its moment what is on sale, and nothing else', async () => {
    await publish()
    for (const [at, visible] of [
      [NOW + 1, 1],
      [NOW, 0],
    ]) {
      set(`expires_at = ${at}`)
      await hideExpiredProducts(guest)
      expect(domain.row("SELECT visible FROM products WHERE id = 'prod'")).toEqual({ visible })
    }
  })

  it('is to come where a product is published or given one', async () => {
    const give = (at: number) => updateProduct(seller(), 'prod', { expiresAt: new Date(at).toISOString() })
    await expect(give(NOW)).rejects.toMatchObject({
      details: [{ field: 'expiresAt', message: 'La date de péremption doit être dans le futur.' }],
    })
    expect(await give(NOW + 1)).toMatchObject({ expiresAt: new Date(NOW + 1).toISOString() })
    set(`expires_at = ${NOW}`)
    await expect(publish()).rejects.toMatchObject({ reason: 'INVALID_TRANSITION' })
    set(`expires_at = ${NOW + 1}`)
    expect(await publish()).toMatchObject({ status: 'PUBLISHED' })
  })
})

describe('a product that is not public', () => {
  it('is shown to its seller and the team in any state, and to nobody whose role is another by now', async () => {
    const show = (role: 'SELLER' | 'BUYER' | 'SUPPORT' | 'ACCOUNTANT', sellerProfileId: string | null) =>
      showProduct(domain.as({ role, sellerProfileId }), 'prod').then(
        ({ moderationStatus }) => moderationStatus,
        ({ code }) => code,
      )
    expect(await show('SELLER', 'sp')).toBe('NONE')
    expect(await show('SUPPORT', null)).toBe('NONE')
    expect(await show('SELLER', 'other')).toBe('NOT_FOUND')
    expect(await show('BUYER', 'sp')).toBe('NOT_FOUND')
    expect(await show('BUYER', null)).toBe('NOT_FOUND')
    set('deleted_at = 1')
    expect(await show('SELLER', 'sp')).toBe('NOT_FOUND')
  })

  it('shows what staff think of it to its seller only', async () => {
    await publish()
    expect(await showProduct(guest, 'prod')).not.toHaveProperty('moderationStatus')
    expect(await showProduct(seller(), 'prod')).toMatchObject({ moderationStatus: 'PENDING' })
  })
})

describe('a currency', () => {
  it('that is written as it is stands against no order', async () => {
    addOrder(domain)
    expect(await updateProduct(seller(), 'prod', { currency: 'USD', brand: 'Kivu' })).toMatchObject({ brand: 'Kivu' })
    await expect(updateProduct(seller(), 'prod', { currency: 'CDF' })).rejects.toMatchObject({ reason: 'IN_USE' })
  })
})

describe('what cannot be is refused before a picture is stored', () => {
  const file = () => new File([jpeg()], 'a.jpg')
  const create = (images = [file()], more = {}) =>
    createProduct(seller(), {
      ...{ shopId: 'shop', subcategoryId: 'sub', name: 'Savon', description: 'Un savon de Bukavu, fait main.' },
      ...{ currency: 'USD', variants: [{ price: '5', stock: 1 }], images },
      ...more,
    } as never)
  const add = (n = 1) =>
    addProductImages(seller(), 'prod', { images: Array.from({ length: n }, file), 'images[]': undefined })
  const used = (what: string, { max }: { max: number }) =>
    domain.add('attempts', { key: `${what}:seller`, count: max, window_ends_at: NOW + DAY_MS })
  const FULL = 'Votre plan ne permet pas plus de'
  const REFUSED: [what: string, act: () => Promise<unknown>, before: () => void, told: object][] = [
    [
      'a product past the plan',
      create,
      () => product('second'),
      { message: `${FULL} produits. Passez à un plan supérieur pour continuer.` },
    ],
    [
      'a product of too many pictures',
      () => create([file(), file(), file()]),
      () => {},
      {
        reason: 'PLAN_LIMIT_REACHED',
        message: `${FULL} photos par produit. Passez à un plan supérieur pour continuer.`,
      },
    ],
    ['a product past the day', create, () => used('products', PRODUCTS_A_DAY), { code: 'TOO_MANY_REQUESTS' }],
    [
      'a product in a suspended shop',
      create,
      () => domain.run("UPDATE shops SET status = 'SUSPENDED'"),
      { reason: 'SHOP_SUSPENDED' },
    ],
    [
      'a product in a closed shop',
      create,
      () => domain.run("UPDATE shops SET status = 'CLOSED'"),
      { reason: 'INVALID_TRANSITION' },
    ],
    [
      'a product without a subscription',
      create,
      () => domain.run("UPDATE subscriptions SET status = 'EXPIRED'"),
      { reason: 'SUBSCRIPTION_REQUIRED' },
    ],
    ['pictures past the plan', () => add(2), () => {}, { reason: 'PLAN_LIMIT_REACHED' }],
    ['pictures past the day', add, () => used('product-uploads', PRODUCT_UPLOADS_A_DAY), { code: 'TOO_MANY_REQUESTS' }],
    [
      'pictures without a subscription',
      add,
      () => domain.run("UPDATE subscriptions SET status = 'EXPIRED'"),
      { reason: 'SUBSCRIPTION_REQUIRED' },
    ],
  ]
  it.each(REFUSED)('%s', async (_what, act, before, told) => {
    stored.length = 0
    const put: string[] = []
    const keep = files.put
    files.put = (async (key: string) => void put.push(key)) as never
    before()
    await expect(act()).rejects.toMatchObject(told)
    files.put = keep
    expect(put).toEqual([])
  })

  /** Something happens while the pictures are stored: after the act has read, before it commits. */
  async function whileStoring(meanwhile: () => void, act: () => Promise<unknown>) {
    const { put } = files
    stored.length = 0
    files.put = async (...args) => {
      meanwhile()
      return put(...args)
    }
    try {
      return await act()
    } finally {
      files.put = put
    }
  }

  it.each(REFUSED.filter(([, act]) => act === create))(
    '%s, also where it comes to that meanwhile',
    async (...refused) => {
      const [, , meanwhile, told] = refused
      await expect(whileStoring(meanwhile, create)).rejects.toMatchObject(told)
      expect(domain.rows("SELECT id FROM products WHERE name = 'Savon'")).toEqual([])
      expect(stored).toEqual([])
    },
  )

  it('a product whose subcategory goes meanwhile', async () => {
    const folded = { name: 'Bio', folded_name: 'bio', slug: 'bio', created_at: NOW }
    domain.add('subcategories', { id: 'other', category_id: 'cat', ...folded })
    const goes = () => domain.run("DELETE FROM subcategories WHERE id = 'other'")
    const act = () => create([file()], { subcategoryId: 'other' })
    await expect(whileStoring(goes, act)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('a product that just fits is taken, with its first moment and its history', async () => {
    const { id } = await create()
    expect(domain.row('SELECT reached_at FROM products WHERE id = ?', id)).toEqual({
      reached_at: JSON.stringify({ DRAFT: NOW }),
    })
    expect(
      domain.rows('SELECT thing, event, from_status, to_status, actor_id FROM history WHERE thing_id = ?', id),
    ).toEqual([{ thing: 'product', event: 'create', from_status: null, to_status: 'DRAFT', actor_id: 'seller' }])
  })

  it('the stock of a product that fits is written down for its seller', async () => {
    const { variants } = await create()
    expect(
      domain.rows('SELECT type, amount, actor_id FROM stock_movements WHERE variant_id = ?', variants[0]?.id),
    ).toEqual([{ type: 'INITIAL', amount: 1, actor_id: 'seller' }])
  })

  it('an edit that just fits is taken', async () => {
    await add()
    expect(await create([file(), file()])).toMatchObject({ status: 'DRAFT', images: [{}, {}] })
  })
})

describe('a plan that allows fewer', () => {
  it('leaves on sale what was published first, and brings the rest back', async () => {
    domain.run("UPDATE products SET status = 'PUBLISHED', moderation_status = 'APPROVED', published_at = 5")
    product('early', { status: 'PUBLISHED', moderation_status: 'APPROVED', published_at: 1 })
    product('late', { status: 'PUBLISHED', moderation_status: 'APPROVED', published_at: 9 })
    for (const [most, seen] of [
      [1, ['early']],
      [2, ['early', 'prod']],
      [9, ['early', 'late', 'prod']],
      [0, []],
    ] as const) {
      domain.run('UPDATE plans SET max_products = ?', most)
      await commit(guest, refreshVisibilityOfPlan(guest, 'plan'))
      expect((await found()).sort(), `${most}`).toEqual(seen)
    }
    domain.run('UPDATE plans SET max_products = 9')
    await commit(guest, refreshVisibilityOfPlan(guest, 'other'))
    expect(await found()).toEqual([])
  })

  it('counts from when a product was first on sale, wherever it was meanwhile', async () => {
    const published = () => domain.row("SELECT published_at FROM products WHERE id = 'prod'")?.published_at
    await publish()
    expect(published()).toBe(NOW)
    await setProductStatus(seller(), 'prod', { status: 'DRAFT' })
    const later = { ...seller(), now: NOW + DAY_MS }
    await setProductStatus(later, 'prod', { status: 'PUBLISHED' })
    expect(published()).toBe(NOW)
  })
})

describe('a product that goes off sale', () => {
  it('is on sale again, under PRE, only when staff approve it', async () => {
    await publish()
    domain.add('moderation_settings', { id: 1, mode: 'PRE', updated_at: NOW })
    set("moderation_mode = 'PRE', approved_before = 1")
    await updateProduct(seller(), 'prod', { brand: 'Kivu' })
    expect(await found()).toEqual(['prod'])
    await setProductStatus(seller(), 'prod', { status: 'DRAFT' })
    await publish()
    expect(await found()).toEqual([])
    const [row] = await selectProductsWhere(guest, sql`p.id = 'prod'`)
    await commit(guest, moderate(guest, row as never, 'approve'))
    expect(await found()).toEqual(['prod'])
  })
})

describe('an edit', () => {
  /** Something happens after an edit has read and before it commits. */
  function interrupted(meanwhile: () => void): Ctx {
    const { db } = seller()
    let trips = 0
    const batch = (...args: Parameters<typeof db.batch>) => {
      if (++trips === 2) meanwhile()
      return db.batch(...args)
    }
    return { ...seller(), db: Object.assign(Object.create(db), { batch }) }
  }
  const requires = () => domain.run('UPDATE categories SET requires_expiry = 1')
  const hides = () => domain.run('UPDATE subcategories SET is_active = 0')
  const addOther = () => {
    const words = { name: 'Bio', folded_name: 'bio', slug: 'bio', created_at: NOW }
    domain.add('subcategories', { id: 'other', category_id: 'cat', ...words })
  }
  const refused = (edit: Promise<unknown>) => expect(edit).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  const soon = new Date(NOW + DAY_MS).toISOString()

  it('that moves a product to where it may not be is told so, also where it comes to that meanwhile', async () => {
    addOther()
    for (const subcategoryId of ['other', 'nowhere'])
      await expect(
        updateProduct(
          interrupted(() => domain.run("DELETE FROM subcategories WHERE id = 'other'")),
          'prod',
          { subcategoryId },
        ),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(updateProduct(seller(), 'prod', { subcategoryId: 'nowhere' })).rejects.toMatchObject({
      message: 'Sous-catégorie introuvable.',
    })
    addOther()
    hides()
    await expect(updateProduct(seller(), 'prod', { subcategoryId: 'other' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await updateProduct(seller(), 'prod', { subcategoryId: 'sub', brand: 'Kivu' })).toMatchObject({
      brand: 'Kivu',
    })
  })

  it('that moves a product, or takes its date, meets a category that comes to ask for one meanwhile', async () => {
    addOther()
    await refused(updateProduct(interrupted(requires), 'prod', { subcategoryId: 'other' }))
    domain.run('UPDATE categories SET requires_expiry = 0')
    set(`expires_at = ${NOW + 1}`)
    await refused(updateProduct(interrupted(requires), 'prod', { expiresAt: null }))
    expect(await updateProduct(seller(), 'prod', { subcategoryId: 'other', expiresAt: soon })).toMatchObject({
      expiresAt: soon,
    })
  })

  it('of anything else does not ask for the date of what stood there before', async () => {
    requires()
    expect(await updateProduct(interrupted(requires), 'prod', { brand: 'Kivu' })).toMatchObject({ brand: 'Kivu' })
  })
})

describe('a deletion', () => {
  it('is in the history of its product', async () => {
    await deleteProduct(seller(), 'prod')
    expect(domain.rows("SELECT event, actor_id AS actor FROM history WHERE thing_id = 'prod'")).toEqual([
      { event: 'delete', actor: 'seller' },
    ])
  })
})

describe('a move that cannot be', () => {
  it.each([
    ['DRAFT', 'DRAFT', 'Impossible de remettre en brouillon : le produit est déjà en brouillon.'],
    ['PUBLISHED', 'PUBLISHED', 'Impossible de publier : le produit est déjà publié.'],
    ['ARCHIVED', 'ARCHIVED', "Impossible d'archiver : le produit est déjà archivé."],
    ['ARCHIVED', 'PUBLISHED', 'Impossible de publier : le produit est archivé.'],
  ] as const)('from %s to %s is said in words', async (from, to, message) => {
    set(`status = '${from}'`)
    await expect(setProductStatus(seller(), 'prod', { status: to })).rejects.toMatchObject({ message })
  })
})

describe('the words that nothing on sale has any more', () => {
  const words = () =>
    domain.rows<{ word: string }>('SELECT word FROM search_words ORDER BY word').map(({ word }) => word)
  const DAY = Math.floor(NOW / DAY_MS) % 26
  const letter = (n: number) => String.fromCharCode(97 + ((DAY + n + 26) % 26))

  it('go from the letter of the day on, and the others where there is time', async () => {
    const all = Array.from({ length: 26 }, (_, i) => `${String.fromCharCode(97 + i)}mot`)
    for (const [days, left] of [
      [0, all.filter((word) => word < letter(0))],
      [1, all.filter((word) => word < letter(1))],
    ] as const) {
      domain.run('DELETE FROM search_words')
      for (const word of all) domain.add('search_words', { word })
      let calls = 0
      await forgetWords(domain.after(days * DAY_MS), () => ++calls < 2)
      expect(words(), `day ${days}`).toEqual(left)
      await forgetWords(domain.after(days * DAY_MS), () => true)
      expect(words()).toEqual([])
    }
  })

  it('go by five hundreds, with no question more than there are', async () => {
    const from = letter(0)
    for (const [many, asked] of [
      [0, 2],
      [499, 2],
      [500, 3],
      [1200, 4],
    ] as const) {
      domain.run('DELETE FROM search_words')
      for (let n = 0; n < many; n++) domain.add('search_words', { word: `${from}${1000 + n}` })
      let steps = 0
      await forgetWords(guest, () => ++steps > 0)
      expect([words(), steps], String(many)).toEqual([[], asked])
    }
  })

  it('are asked about once where they stay', async () => {
    await publish()
    const abc = (n: number) => String.fromCharCode(97 + (n % 26))
    const many = Array.from({ length: 600 }, (_, n) => `${letter(0)}${abc(n)}${abc(n / 26)}mot`)
    domain.run("UPDATE products SET name = ? WHERE id = 'prod'", many.join(' '))
    const before = words()
    expect(before.length).toBeGreaterThan(600)
    let steps = 0
    await forgetWords(guest, () => ++steps < 50)
    expect(steps).toBe(3)
    // Only those of the name that it had are gone.
    expect(words()).toEqual(before.filter((word) => many.includes(word)))
  })

  it('stay while a product on sale has them', async () => {
    await publish()
    expect(words()).toContain('cafe')
    domain.add('search_words', { word: 'cafeteria' })
    await forgetWords(guest, () => true)
    expect(words()).toEqual(['cafe'])
    await forgetWords(guest, () => false)
    expect(words()).toEqual(['cafe'])
  })
})

describe('a search', () => {
  it('that finds nothing leaves its words to be counted, and one without words leaves nothing', async () => {
    expect(await found({ search: '12 3' })).toEqual([])
    expect(domain.laters).toEqual([])
    expect(await found({ search: 'charbon' })).toEqual([])
    expect(domain.laters).toHaveLength(1)
  })
})

describe('a query', () => {
  it('has a word of one letter for itself, a brand from its beginning to its end and a place as one word', () => {
    expect(prefixQuery('b vitamine')).toBe('"vitamine"* AND "b"')
    expect(prefixQuery('ab')).toBe('"ab"*')
    expect(wholeBrand('Élan (Virunga)')).toBe('^ "elan virunga \u{e000}"')
    expect(atPlaces(['a-b-c', undefined, 'USD'])).toEqual(['place : "abc"', 'place : "USD"'])
    expect(spellingsOf('photos').toSorted()).toEqual(['foo', 'fot', 'foto', 'fto', 'oto'])
    expect(spellingsOf('prix').toSorted()).toEqual(['pi', 'pr', 'pri', 'ri'])
    expect(spellingsOf('xsa').toSorted()).toEqual(['sa', 'xa', 'xs', 'xsa'])
  })
})
