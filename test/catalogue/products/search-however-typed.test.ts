import { beforeAll, describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { newZone } from '#testing/fixtures/deliveries.ts'
import { expenseBody, PROFILE } from '#testing/fixtures/inputs.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { type Category, newCategory, publishedProduct, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'
import { ok } from '#testing/stories/catalogue.ts'
import { addItem } from '#testing/stories/orders.ts'
import { ODD } from '#testing/stories/words.ts'

// Rule 8.4.1: one folding for search, uniqueness, cities, slugs and SMS: NFKC; no case or accents; œ=oe, æ=ae, ɛ=e, ɔ=o, ŋ=ng in search
// and n elsewhere, ø=o, ł=l, ß=ss; all apostrophes, hyphens and spaces alike and single; invisible signs dropped. 25kg finds 25 kg,
// ng'ombe finds ngombe; search reads SKU, variant names and brand as well.
//
// Silent: whether ŋ is found by n too; how a slug writes an apostrophe.

let seller: Shopkeeper
let category: Category
beforeAll(async () => {
  seller = await newShopkeeper({ maxProducts: 500 })
  category = await newCategory()
})
let marks = 0
/** A word of its own, so that nothing else is found. */
const mark = () => `qz${String.fromCharCode(97 + (++marks % 26), 97 + Math.floor(marks / 26))}mk`
const offer = (fields: Record<string, string>) => publishedProduct(seller, category, fields)
const searched = async (search: string, path = '/products?', as: Person | null = guest): Promise<string[]> =>
  ok(await call(as, 'GET', `${path}limit=100&search=${encodeURIComponent(search)}`)).products.map(
    ({ id }: { id: string }) => id,
  )

/** Written words, and the typed words that find them. */
const FOUND: [written: string, typed: string[]][] = [
  ['sœur', ['soeur', 'sœur', 'SŒUR', 'Soeur']],
  ['Cæsar', ['caesar', 'cæsar', 'CÆSAR']],
  ['mbɛlɛ', ['mbele', 'mbɛlɛ', 'MBƐLƐ', 'mbélé']],
  ['bɔlɔ́', ['bolo', 'bɔlɔ', 'BƆLƆ']],
  ['ŋgoma', ['nggoma', 'ŋgoma', 'ŊGOMA']],
  ['ŋola', ['ngola', 'Ngola']],
  ['Søren', ['soren', 'søren']],
  ['Łukasz', ['lukasz', 'łukasz', 'ŁUKASZ']],
  ['Straße', ['strasse', 'straße', 'STRASSE']],
  ['Épicé', ['epice', 'ÉPICÉ', 'e\u0301pice\u0301']],
  ['Cafe\u0301', ['café', 'cafe']],
  ['ng’ombe', ["ng'ombe", 'ngombe', 'ngʼombe', 'ng`ombe', 'ng´ombe', 'ng’ombe', 'NG‘OMBE']],
  ['ngombe', ["ng'ombe", 'ng’ombe', 'ngombe']],
  ['25 kg', ['25kg', '25 kg', '25\u00a0kg', '25\u202fkg']],
  ['25kg', ['25kg', '25 kg', '25 KG']],
  ['porte\u2011bébé', ['porte-bebe', 'porte bébé', 'porte‐bebe', 'Porte–Bebe']],
  ['wa\u200bx hol\u00adlandais', ['wax hollandais', 'w\u2060ax', '\ufeffwax', 'hollandais\u200e']],
  ['riz  blanc', ['riz blanc', 'riz   blanc', ' riz\u2009blanc ']],
  ['Ngɔ́lɔ̂', ['ngolo', 'ngɔlɔ']],
]

describe('a search of products', () => {
  it.each(FOUND)('8.4.1 finds « %s » however it is typed', async (written, typed) => {
    const word = mark()
    const { id } = await offer({ name: `${written} ${word}` })
    const missed: string[] = []
    for (const text of typed) if (!(await searched(`${text} ${word}`)).includes(id)) missed.push(text)
    for (const text of typed) if (!(await searched(`${word} ${text}`)).includes(id)) missed.push(`behind: ${text}`)
    expect(missed).toEqual([])
  })

  it.each(ODD.filter(({ plain }) => plain).map((odd) => [odd.name, odd] as const))(
    '8.4.1 finds %s by plain spelling, and by itself',
    async (_, { text, plain = '' }) => {
      const word = mark()
      const { id } = await offer({ name: `${text} ${word}`, brand: text, description: `${text} ${text} de Bukavu` })
      for (const typed of [plain, plain.toUpperCase(), text])
        expect(await searched(`${typed.slice(0, 80)} ${word}`), typed).toContain(id)
    },
  )

  it.each(FOUND)('8.4.1 of staff and of one’s own stock finds « %s » as well', async (written, typed) => {
    const word = mark()
    const { id } = await offer({ name: `${written} ${word}` })
    const staff = await signUp('SUPPORT')
    const missed: string[] = []
    for (const text of typed) {
      if (!(await searched(`${text} ${word}`, '/products/admin?', staff)).includes(id)) missed.push(`staff: ${text}`)
      const stock = await call(
        seller,
        'GET',
        `/products/stock/shop/${seller.shopId}?search=${encodeURIComponent(`${text} ${word}`)}`,
      )
      if (!ok(stock).variants.some(({ productId }: { productId: string }) => productId === id))
        missed.push(`stock: ${text}`)
    }
    expect(missed).toEqual([])
  })

  it.each([
    [
      'sku',
      (word: string) => ({ variants: JSON.stringify([variant({ sku: `KV-${word}-01` })]) }),
      (word: string) => [`kv-${word}-01`, `KV ${word}`, word],
    ],
    [
      'the name of a variant',
      (word: string) => ({
        variants: JSON.stringify([variant({ name: `Taille ${word}` }), variant({ name: `Œillet ${word}b` })]),
      }),
      (word: string) => [`taille ${word}`, `oeillet ${word}b`],
    ],
    ['brand', (word: string) => ({ brand: `Bɔlɔ ${word}` }), (word: string) => [`bolo ${word}`, `BƆLƆ ${word}`]],
  ] as const)('8.4.1 reads the %s as well', async (_, fields, typed) => {
    const word = mark()
    const { id } = await offer(fields(word))
    for (const text of typed(word)) expect(await searched(text), text).toContain(id)
  })

  it('8.4.1 reads the name of a variant that was added or renamed later', async () => {
    const [one, two] = [mark(), mark()]
    const { id } = await offer({})
    const added = ok(
      await call(seller, 'POST', `/products/${id}/variants`, { name: `Mbɛlɛ ${one}`, price: '3.00', stock: 1 }),
    )
    expect(await searched(`mbele ${one}`)).toContain(id)
    ok(await call(seller, 'PUT', `/products/variants/${added.id}`, { name: `Ŋola ${two}`, sku: `${two}-9` }))
    expect(await searched(`ngola ${two}`)).toContain(id)
    expect(await searched(`${two}-9`)).toContain(id)
    expect(await searched(`mbele ${one}`)).not.toContain(id)
  })

  it.each(['—', '’', '\u200b', '...', '🇨🇩', '"', "'", '*', '(', 'a OR b', 'NEAR(', '%', '_', '-', 'م', '\ufeff'])(
    '8.4.1 of %j answers without a fault',
    async (text) => {
      const { status } = await call(guest, 'GET', `/products?search=${encodeURIComponent(text)}`)
      expect([200, 400]).toContain(status)
    },
  )
})

describe('signs that NFKC makes plain ones', () => {
  it.each([
    ['ﬁlet', 'filet'],
    ['m²', 'm2'],
  ])('8.4.1 are found by those: %s by %s', async (written, typed) => {
    const word = mark()
    const { id } = await offer({ name: `${written} ${word}` })
    expect(await searched(`${typed} ${word}`)).toContain(id)
  })

  it('8.4.1 are found by those: letters of full width', async () => {
    const word = mark()
    const { id } = await offer({
      name: `Ｋａｗａ ${word}`,
      variants: JSON.stringify([variant({ sku: `Ｋ２-${word}` })]),
    })
    for (const typed of [`kawa ${word}`, `Ｋａｗａ ${word}`, `k2-${word}`]) expect(await searched(typed)).toContain(id)
  })
})

describe('brand, city and searches of others', () => {
  it('8.4.1 brand as a filter is folded', async () => {
    const word = mark()
    const { id } = await offer({ brand: `Œuf-Mbɛlɛ ${word}` })
    for (const brand of [`Œuf-Mbɛlɛ ${word}`, `oeuf mbele ${word}`, `ŒUF‐MBƐLƐ  ${word}`]) {
      const { products } = ok(await call(guest, 'GET', `/products?brand=${encodeURIComponent(brand)}`))
      expect(
        products.map((one: { id: string }) => one.id),
        brand,
      ).toEqual([id])
    }
  })

  it('8.4.1 cities of shops are compared folded: ŋ is n there', async () => {
    const word = mark()
    const city = `N’djiŋa-Œst ${word}`
    const { shopId } = await newShopkeeper({ address: { country: 'CD', city } })
    for (const typed of [
      city,
      `n'djina oest ${word}`,
      `N\`DJINA‐OEST ${word}`,
      `n’djina  œst ${word}`,
      `N\u200b’djiŋa\u2011Œst ${word}`,
    ]) {
      const { shops } = ok(await call(guest, 'GET', `/seller/shops?city=${encodeURIComponent(typed)}`))
      expect(
        shops.map(({ id }: { id: string }) => id),
        typed,
      ).toEqual([shopId])
    }
  })

  it('8.4.1 a town of a zone is one with the town of the buyer', async () => {
    const word = mark()
    const market = await newMarket()
    ok(
      await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, {
        address: { country: 'CD', city: `Kaŋgu-Œst ${word}` },
      }),
    )
    await newZone(`Kangu Oest ${word}`, { feeMinor: 777 })
    ok(await addItem(market.buyer, market.variantId, 1))
    const answer = await call(guest, 'POST', '/cart/quote', {
      items: [{ variantId: market.variantId, quantity: 1 }],
      place: { country: 'CD', city: `KANGU‐ŒST\u00a0${word}` },
    })
    expect(ok(answer).groups[0].deliveryFee).toBe('7.77')
  })

  it.each(FOUND)('8.4.1 shops are found by « %s » in their name', async (written, typed) => {
    const word = mark()
    const { shopId, token, ...rest } = await newShopkeeper()
    ok(await call({ token, ...rest }, 'PUT', `/seller/shop/${shopId}`, { name: `${written} ${word}` }))
    const missed: string[] = []
    for (const text of typed) {
      const { shops } = ok(await call(guest, 'GET', `/seller/shops?search=${encodeURIComponent(`${text} ${word}`)}`))
      if (!shops.some(({ id }: { id: string }) => id === shopId)) missed.push(text)
    }
    expect(missed).toEqual([])
  })

  it.each(FOUND)('8.4.1 staff find a person, a profile and an expense by « %s »', async (written, typed) => {
    const word = mark()
    const [staff, finance, person, newcomer] = [
      await signUp('SUPPORT'),
      await signUp('ACCOUNTANT'),
      await signUp(),
      await signUp('SELLER'),
    ]
    ok(await call(person, 'PUT', '/users/me', { name: `${written} ${word}` }))
    ok(await call(newcomer, 'POST', '/seller/profile', { ...PROFILE, businessName: `${written} ${word}` }))
    ok(await call(finance, 'POST', '/expenses', expenseBody({ label: `${written} ${word}` })))
    const missed: string[] = []
    for (const text of typed) {
      const query = encodeURIComponent(`${text} ${word}`)
      if (ok(await call(staff, 'GET', `/users?search=${query}`)).users.length !== 1) missed.push(`users: ${text}`)
      if (ok(await call(staff, 'GET', `/seller/profiles?search=${query}`)).profiles.length !== 1)
        missed.push(`profiles: ${text}`)
      if (ok(await call(finance, 'GET', `/expenses?search=${query}`)).expenses.length !== 1)
        missed.push(`expenses: ${text}`)
    }
    expect(missed).toEqual([])
  })

  it('8.4.1 staff find an order by the name of its buyer, however written', async () => {
    const word = mark()
    const market = await newMarket()
    ok(await call(market.buyer, 'PUT', '/users/me', { name: `Ŋola Mbɛlɛ ${word}` }))
    const { id } = await paidOrder(market)
    const staff = await signUp('SUPPORT')
    for (const typed of [`ngola ${word}`, `MBƐLƐ ${word}`, `mbele ${word}`, word]) {
      const { orders } = ok(await call(staff, 'GET', `/orders/admin?search=${encodeURIComponent(typed)}`))
      expect(
        orders.map((one: { id: string }) => one.id),
        typed,
      ).toEqual([id])
    }
    await changeUser(market.buyer.id, 'name = name')
  })
})

describe('what may be there once', () => {
  const SPELLINGS = (word: string) => [
    `Œufs d’Ŋola-${word}`,
    `oeufs d'nola ${word}`,
    `ŒUFS D‘ŊOLA ${word}`,
    `Œu\u200bfs d\u02bcŊola\u2011${word}`,
    `Œufs  d´Ŋola\u00a0${word}`,
    `Ｏeufs d’Ŋola ${word}`,
  ]

  it('8.4.1 a category, a subcategory and a zone have one name in every spelling', async () => {
    const staff = await signUp('ADMIN')
    const [word, first = '', ...others] = [mark(), ...SPELLINGS(mark())]
    const zone = (name: string) => ({
      name,
      country: 'CD',
      city: `Ville ${word}`,
      lat: -2.5,
      lng: 28.8,
      radiusKm: 3,
      fee: '2.00',
      feeCurrency: 'USD',
    })
    const { id } = ok(await call(staff, 'POST', '/products/categories', { name: first }))
    ok(await call(staff, 'POST', `/products/categories/${id}/subcategories`, { name: first }))
    ok(await call(staff, 'POST', '/deliveries/zones', zone(first)))
    for (const name of others) {
      expect((await call(staff, 'POST', '/products/categories', { name })).status, `category ${name}`).toBe(409)
      expect(
        (await call(staff, 'POST', `/products/categories/${id}/subcategories`, { name })).status,
        `subcategory ${name}`,
      ).toBe(409)
      expect((await call(staff, 'POST', '/deliveries/zones', zone(name))).status, `zone ${name}`).toBe(409)
    }
  })

  it('8.4.1 a sku of a product is one in every spelling of signs that nobody sees', async () => {
    const variants = (other: string) => JSON.stringify([variant({ sku: 'KV-12' }), variant({ sku: other })])
    for (const other of ['KV-12', 'K\u200bV-12', 'KV\u201112', ' KV-12 ', 'KV-12\ufeff']) {
      const form = { variants: variants(other), images: null, name: `Riz ${mark()}` }
      const { createProduct } = await import('#testing/fixtures/products.ts')
      expect([400, 409], JSON.stringify(other)).toContain((await createProduct(seller, category, form)).status)
    }
  })
})

describe('a slug', () => {
  const SLUGS: [string, RegExp][] = [
    ['Œufs de sœur', /^oeufs-de-soeur/],
    ['Cæsar Ærø', /^caesar-aero/],
    ['Mbɛlɛ Ɔkɔ', /^mbele-oko/],
    ['Ŋola ŋgoma', /^nola-ngoma/],
    ['Straße Łódź', /^strasse-lodz/],
    ['Ng’ombe', /^ng-?ombe/],
    ['Cafe\u0301 Cre\u0300me', /^cafe-creme/],
    ['Ｋｉｖｕ', /^kivu/],
    ['Ki\u200bvu\u00ad wax', /^kivu-wax/],
    ['Porte\u2011bébé — soie', /^porte-bebe-soie/],
  ]
  it.each(SLUGS)('8.4.1 of « %s » is plain: of a product, a shop, a category, a post', async (name, slug) => {
    expect((await offer({ name })).slug).toMatch(slug)
    const keeper = await newShopkeeper()
    expect(
      ok(await call(keeper, 'POST', '/seller/shop', { name, address: { country: 'CD', city: 'Bukavu' } })).slug,
    ).toMatch(slug)
    const staff = await signUp('ADMIN')
    expect(ok(await call(staff, 'POST', '/products/categories', { name: `${name} ${mark()}` })).slug).toMatch(slug)
    expect(ok(await call(staff, 'POST', '/blog', { title: name, body: 'Un mot.' })).slug).toMatch(slug)
  })

  it.each(['سوق كيفو', '🇨🇩 🇷🇼', 'Киву'])('8.4.1 of « %s » is one all the same', async (name) => {
    expect((await offer({ name })).slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })
})
