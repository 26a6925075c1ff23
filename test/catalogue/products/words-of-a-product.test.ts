import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { createProduct, newCategory, publishedProduct, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { INVALID, newStall, ok, refusal } from '#testing/stories/catalogue.ts'

// Rule: every refusal of a product says in words what to do, and each field is taken to its bounds.

const saidOf = ({ status, error }: Awaited<ReturnType<typeof call>>) => [
  status,
  error?.details?.[0]?.message ?? error?.message,
]
const variants = (...all: Record<string, unknown>[]) => JSON.stringify(all.map(variant))
const pictures = (n: number) => Array.from({ length: n }, () => new Blob([jpeg()]))

describe('a new product', () => {
  it('is refused in words', async () => {
    const { seller, category } = await newStall()
    const food = await newCategory({ requiresExpiry: true })
    const create = async (fields: Parameters<typeof createProduct>[2], at = category) =>
      saidOf(await createProduct(seller, at, fields))
    expect(await create({ variants: '[' })).toEqual([400, 'Un tableau JSON est attendu.'])
    expect(await create({ variants: '[{"__proto__":{},"price":"1","stock":1}]' })).toEqual([
      ...[400, 'Un tableau JSON est attendu.'],
    ])
    expect(await create({ variants: variants({ sku: 'A' }, { sku: 'A' }) })).toEqual([
      ...[400, 'Deux variantes ont la même référence (sku).'],
    ])
    expect(await create({ variants: '[{"name":"a\\ud800b","price":1,"stock":1}]' })).toEqual([
      ...[400, "Ce texte contient la moitié d'un signe (U+D800, au caractère 2)."],
    ])
    const attributes = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`a${i}`, 'x']))
    expect(await create({ variants: variants({ attributes }) })).toEqual([400, 'Dix attributs au plus.'])
    for (const weightGrams of ['x5', '5x', '1234567'])
      expect(await create({ weightGrams })).toEqual([400, 'Un nombre entier de grammes est attendu.'])
    expect(await create({ images: pictures(11) })).toEqual([400, '10 images au plus.'])
    expect(await create({ expiresAt: '2020-01-01' })).toEqual([
      ...[400, 'La date de péremption doit être dans le futur.'],
    ])
    const needed = 'La date de péremption est obligatoire dans cette catégorie.'
    expect(await create({}, food)).toEqual([400, needed])
    expect(await create({}, { ...category, subcategoryId: 'x' })).toEqual([404, 'Sous-catégorie introuvable.'])
    expect(saidOf(await createProduct({ ...seller, shopId: 'x' }, category))).toEqual([404, 'Boutique introuvable.'])
    const closed = await newShopkeeper({ shop: 'CLOSED' })
    expect(saidOf(await createProduct(closed, category))).toEqual([409, 'Cette boutique est fermée.'])
  })

  it('takes each field of its variants to its bounds, and no further', async () => {
    const { seller, category } = await newStall()
    const status = async (more: Record<string, unknown>) =>
      (await createProduct(seller, category, { variants: variants(more) })).status
    const attributes = (n: number, key = 'k', value = 'v') =>
      Object.fromEntries(Array.from({ length: n }, (_, i) => [`${i}${key}`, value]))
    for (const right of [
      ...[{ name: 'x' }, { name: 'x'.repeat(80) }, { name: null }, { sku: 'x'.repeat(60) }, { sku: null }],
      ...[{ stock: 0 }, { stock: 1_000_000_000 }, { attributes: attributes(10) }, { attributes: null }],
      { attributes: attributes(1, 'x'.repeat(39), 'x'.repeat(100)) },
    ])
      expect(await status(right), JSON.stringify(right)).toBe(201)
    for (const wrong of [
      ...[{ name: 'x'.repeat(81) }, { name: '' }, { sku: 'x'.repeat(61) }, { sku: '' }, { stock: 1_000_000_001 }],
      ...[{ attributes: attributes(1, 'x'.repeat(40)) }, { attributes: attributes(1, 'k', 'x'.repeat(101)) }],
    ])
      expect(await status(wrong), JSON.stringify(wrong)).toBe(400)
  })

  it('takes its own fields to their bounds, and tells the default unit', async () => {
    const { seller, category } = await newStall()
    for (const fields of [
      ...[{ name: 'xx' }, { name: 'x'.repeat(100) }, { description: 'x'.repeat(20) }, { brand: 'x'.repeat(80) }],
      ...[{ description: 'x'.repeat(1000) }, { weightGrams: '1' }, { weightGrams: '500000' }, { unit: '' }],
      ...[{ expiresAt: '' }, { images: pictures(10) }],
    ])
      expect((await createProduct(seller, category, fields)).status, JSON.stringify(fields)).toBe(201)
    expect((await createProduct(seller, category, { brand: 'x'.repeat(81) })).status).toBe(400)
    const { data } = await createProduct(seller, category, { images: null, unit: '' })
    expect(data).toMatchObject({ unit: 'piece', brand: null, weightGrams: null, expiresAt: null, hasVariants: false })
    const two = await createProduct(seller, category, { variants: variants({}, { name: 'Grand' }) })
    expect(two.data.hasVariants).toBe(true)
    expect(two.data.slug).toBe(`cafe-du-kivu-${two.data.id.slice(-8)}`)
  })
})

describe('a status that cannot be', () => {
  const publish = (seller: Parameters<typeof createProduct>[0], id: string) =>
    call(seller, 'POST', `/products/${id}/status`, { status: 'PUBLISHED' })

  it('says what is missing', async () => {
    const [seller, category] = [await newShopkeeper({ shop: 'DRAFT' }), await newCategory()]
    const bare = ok(await createProduct(seller, category, { images: null }))
    expect(saidOf(await publish(seller, bare.id))).toEqual([409, "Ajoutez d'abord une image au produit."])
    const whole = ok(await createProduct(seller, category))
    expect(saidOf(await publish(seller, whole.id))).toEqual([409, "Publiez d'abord la boutique."])
  })

  it('says that staff hold it', async () => {
    const { seller, staff, id } = await newStall()
    ok(await call(staff, 'POST', `/moderation/products/${id}/reject`, { reason: 'Photo floue' }))
    ok(await call(seller, 'POST', `/products/${id}/status`, { status: 'DRAFT' }))
    const held = await publish(seller, id)
    expect(refusal(held)).toEqual(INVALID)
    expect(held.error?.message).toMatch(/^La modération a retenu ce produit/)
  })

  it('of an older version is refused', async () => {
    const { seller, id, product } = await newStall()
    const move = (status: string, version: number) =>
      call(seller, 'POST', `/products/${id}/status`, { status, version })
    const { version } = ok(await move('DRAFT', product.version))
    expect(refusal(await move('PUBLISHED', product.version))).toEqual([409, 'VERSION_MISMATCH'])
    expect(ok(await move('PUBLISHED', version)).status).toBe('PUBLISHED')
  })
})

describe('what stands against an edit or a deletion', () => {
  it('is said in words', async () => {
    const market = await newMarket()
    await paidOrder(market)
    const { data } = await call(market.seller, 'GET', `/products/shop/${market.seller.shopId}`)
    const path = `/products/${data.products[0].id}`
    expect(saidOf(await call(market.seller, 'PUT', path, { currency: 'CDF' }))).toEqual([
      ...[409, 'Une commande de ce produit est en cours : sa devise ne peut pas changer avant.'],
    ])
    expect(saidOf(await call(market.seller, 'DELETE', path))).toEqual([
      ...[409, 'Une commande de ce produit est en cours : il ne peut pas être supprimé avant.'],
    ])
    const one = data.products[0].variants[0].id
    ok(await call(market.seller, 'POST', `${path}/variants`, variant({ name: 'Moulu' })))
    expect(saidOf(await call(market.seller, 'DELETE', `/products/variants/${one}`))).toEqual([
      ...[409, "Une commande de cette variante n'est pas terminée : attendez sa fin."],
    ])
  })

  it('of pictures is said in words', async () => {
    const { seller, id, product } = await newStall({ images: pictures(2) })
    const [first, second] = product.images.map((image: { id: string }) => image.id)
    const order = (imageIds: unknown) => call(seller, 'PUT', `/products/${id}/images/order`, { imageIds })
    const EACH = [400, 'Donnez chaque image du produit, une seule fois.']
    for (const wrong of [[first], [first, 'x'], [first, second, 'x']]) {
      const answer = await order(wrong)
      expect(saidOf(answer)).toEqual(EACH)
      // Two trips: the session, and the product. Nothing is written to find it out.
      expect(answer.headers.get('x-d1-round-trips')).toBe('2')
    }
    expect(saidOf(await order([first, first]))).toEqual([400, "Chaque image ne peut figurer qu'une fois."])
    expect((await order([])).status).toBe(400)
    expect(ok(await order([second, first])).images.map((image: { id: string }) => image.id)).toEqual([second, first])
    expect(saidOf(await call(seller, 'POST', `/products/${id}/images`, new FormData()))).toEqual([
      ...[400, 'Envoyez au moins une image.'],
    ])
    ok(await call(seller, 'DELETE', `/products/${id}/images/${first}`))
    const last = await call(seller, 'DELETE', `/products/${id}/images/${second}`)
    expect(last.error).toMatchObject({
      reason: 'INVALID_TRANSITION',
      message: expect.stringMatching(/^Un produit publié garde au moins une image/),
    })
  })

  it('of a last variant, and of more than fifty, is said in words', async () => {
    const { seller, id, product } = await newStall()
    expect(saidOf(await call(seller, 'DELETE', `/products/variants/${product.variants[0].id}`))).toEqual([
      ...[409, 'Un produit garde au moins une variante : supprimez plutôt le produit.'],
    ])
    const add = () => call(seller, 'POST', `/products/${id}/variants`, variant({ name: 'Autre', stock: 0 }))
    for (let i = 0; i < 49; i++) ok(await add())
    expect(saidOf(await add())).toEqual([409, 'Un produit a 50 variantes au plus.'])
  })
})

describe('the public list', () => {
  it('refuses a range of prices that holds nothing, in words', async () => {
    const { seller, category, reader } = await newStall()
    await publishedProduct(seller, category, { variants: variants({ price: '20.00' }) })
    const list = (query: string) => call(reader, 'GET', `/products?shopId=${seller.shopId}&${query}`)
    expect(saidOf(await list('minPrice=5&maxPrice=4.99'))).toEqual([400, 'Le prix maximal est sous le prix minimal.'])
    const prices = async (query: string) =>
      ok(await list(query)).products.map(({ variants: [one] }: { variants: { price: string }[] }) => one?.price)
    expect(await prices('minPrice=12.50&maxPrice=12.50')).toEqual(['12.50'])
    expect(await prices('minPrice=12.51')).toEqual(['20.00'])
    expect(await prices('maxPrice=12.49')).toEqual([])
    expect(await prices('maxPrice=20&sort=newest')).toEqual(['20.00', '12.50'])
    expect(await prices('sort=priceAsc')).toEqual(['12.50', '20.00'])
    expect(await prices('sort=priceDesc')).toEqual(['20.00', '12.50'])
    expect(await prices('minPrice=0&currency=CDF')).toEqual([])
    expect((await call(await signUp(), 'GET', '/products?sort=other')).status).toBe(400)
  })
})
