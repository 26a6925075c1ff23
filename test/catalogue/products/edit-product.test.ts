import { describe, expect, it } from 'vitest'
import { call, reasons, together } from '#testing/api.ts'
import { newCategory } from '#testing/fixtures/products.ts'
import {
  expectOwnersOnly,
  expectUnknownIs404,
  faults,
  GONE,
  newStall,
  ok,
  refusal,
  STALE,
  UNKNOWN,
} from '#testing/stories/catalogue.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('an edit of a product', () => {
  it('changes what it names, and every read says so', async () => {
    const { seller, reader, id, product } = await newStall()
    const edit = { name: 'Café de Kabare', brand: 'Kabare', unit: 'pack', weightGrams: 250 }
    const edited = ok(await call(seller, 'PUT', `/products/${id}`, edit))
    expect(edited).toMatchObject({
      ...edit,
      id,
      description: product.description,
      status: 'PUBLISHED',
      currency: 'USD',
    })
    expect(edited.variants).toEqual(product.variants)
    expect(edited.images).toEqual(product.images)
    expect(ok(await call(reader, 'GET', `/products/${id}`))).toMatchObject(edit)
    const { products } = ok(await call(seller, 'GET', `/products/shop/${seller.shopId}`))
    expect(products[0]).toMatchObject(edit)
    expect(ok(await call(reader, 'GET', '/products?search=kabare')).products[0]).toMatchObject({ id, name: edit.name })
    expect(ok(await call(reader, 'GET', '/products?search=bukavu')).pagination).toBeDefined()
  })

  it('is found by its new name and no longer by the old one', async () => {
    const word = `zanzi${crypto.randomUUID().slice(0, 6).replace(/\d/g, 'x')}`
    const { seller, reader, id } = await newStall({ name: `Riz ${word}` })
    const found = async () => {
      const { products } = ok(await call(reader, 'GET', `/products?search=${word}`))
      return products.some((product: { id: string }) => product.id === id)
    }
    expect(await found()).toBe(true)
    ok(await call(seller, 'PUT', `/products/${id}`, { name: 'Haricots rouges' }))
    expect(await found()).toBe(false)
  })

  it('takes an optional field away with null', async () => {
    const { seller, id } = await newStall({ brand: 'Kivu', weightGrams: '500' })
    const edited = ok(await call(seller, 'PUT', `/products/${id}`, { brand: null, weightGrams: null }))
    expect(edited).toMatchObject({ brand: null, weightGrams: null })
  })

  it('leaves createdAt, moves updatedAt on', async () => {
    const { seller, id, product } = await newStall()
    const edited = ok(await call(seller, 'PUT', `/products/${id}`, { brand: 'Kivu' }))
    expect(edited.createdAt).toBe(product.createdAt)
    expect(Date.parse(edited.updatedAt)).toBeGreaterThanOrEqual(Date.parse(product.updatedAt))
  })

  it.each([
    ['name', { name: 'C' }],
    ['name', { name: 'C'.repeat(101) }],
    ['name', { name: null }],
    ['description', { description: 'trop court' }],
    ['description', { description: 'x'.repeat(1001) }],
    ['unit', { unit: 'box' }],
    ['weightGrams', { weightGrams: 0 }],
    ['weightGrams', { weightGrams: 500_001 }],
    ['weightGrams', { weightGrams: 1.5 }],
    ['currency', { currency: 'RWF' }],
    ['currency', { currency: 'EUR' }],
    ['expiresAt', { expiresAt: 'demain' }],
    ['version', { version: 'deux' }],
    ['status', { status: 'DRAFT' }],
    ['moderationStatus', { moderationStatus: 'APPROVED' }],
    ['slug', { slug: 'autre' }],
    ['variants', { variants: [] }],
    ['images', { images: [] }],
  ])('with a bad %s is 400 and changes nothing', async (field, edit) => {
    const { seller, id, product } = await newStall()
    const answer = await call(seller, 'PUT', `/products/${id}`, { brand: 'Jamais', ...edit })
    expect(faults(answer).some((name) => name === '' || name === field || name === 'body')).toBe(true)
    expect(ok(await call(seller, 'GET', `/products/${id}`))).toMatchObject({ name: product.name, brand: product.brand })
  })

  it('takes the longest and the shortest that are allowed', async () => {
    const { seller, id } = await newStall()
    const longest = { name: 'C'.repeat(100), description: 'x'.repeat(1000), weightGrams: 500_000 }
    expect(ok(await call(seller, 'PUT', `/products/${id}`, longest))).toMatchObject(longest)
    const shortest = { name: 'Cc', description: 'x'.repeat(20), weightGrams: 1 }
    expect(ok(await call(seller, 'PUT', `/products/${id}`, shortest))).toMatchObject(shortest)
  })

  it('is for the owner; an unknown product is 404', async () => {
    const { seller, id } = await newStall()
    await expectOwnersOnly('PUT', `/products/${id}`, { brand: 'Volé' })
    await expectUnknownIs404(seller, 'PUT', (some) => `/products/${some}`, { brand: 'Kivu' })
    expect(ok(await call(seller, 'GET', `/products/${id}`)).brand).not.toBe('Volé')
  })
})

describe('the version of a product', () => {
  it('comes out, and lets one edit through that sends it back', async () => {
    const { seller, id } = await newStall()
    const { version } = ok(await call(seller, 'GET', `/products/${id}`))
    expect(version).toEqual(expect.any(Number))
    const edited = ok(await call(seller, 'PUT', `/products/${id}`, { brand: 'Un', version }))
    expect(edited.version).toBeGreaterThan(version)
    expect(refusal(await call(seller, 'PUT', `/products/${id}`, { brand: 'Deux', version }))).toEqual(STALE)
    expect(ok(await call(seller, 'GET', `/products/${id}`)).brand).toBe('Un')
    expect(ok(await call(seller, 'PUT', `/products/${id}`, { brand: 'Trois' })).brand).toBe('Trois')
  })

  it('lets one of many edits at once through', async () => {
    const { seller, id } = await newStall()
    const { version } = ok(await call(seller, 'GET', `/products/${id}`))
    const answers = await together(8, (i) => call(seller, 'PUT', `/products/${id}`, { brand: `Marque ${i}`, version }))
    expect(reasons(answers)).toEqual({ ok: 1, VERSION_MISMATCH: 7 })
    const won = answers.find(({ status }) => status === 200)
    expect(ok(await call(seller, 'GET', `/products/${id}`)).brand).toBe(won?.data.brand)
  })

  it('is not needed: edits of different fields at once are all kept', async () => {
    const { seller, id } = await newStall()
    const edits = [{ brand: 'Kivu' }, { unit: 'pack' }, { weightGrams: 250 }]
    const answers = await together(3, (i) => call(seller, 'PUT', `/products/${id}`, edits[i]))
    for (const answer of answers) ok(answer)
    expect(ok(await call(seller, 'GET', `/products/${id}`))).toMatchObject(Object.assign({}, ...edits))
  })
})

describe('the subcategory', () => {
  it('can be another one; an unknown one and something that is no id are 404', async () => {
    const { seller, id, product } = await newStall()
    const { subcategoryId, categoryId } = await newCategory()
    for (const wrong of [UNKNOWN, 'pas-un-id', categoryId])
      expect(refusal(await call(seller, 'PUT', `/products/${id}`, { subcategoryId: wrong })), wrong).toEqual(GONE)
    expect(ok(await call(seller, 'GET', `/products/${id}`)).subcategoryId).toBe(product.subcategoryId)
    expect(ok(await call(seller, 'PUT', `/products/${id}`, { subcategoryId })).subcategoryId).toBe(subcategoryId)
  })

  it('of food and beverage asks for a date: given in the same edit, or there before', async () => {
    const food = await newFood()
    const { seller, id } = await newStall()
    const { subcategoryId } = food
    expect(faults(await call(seller, 'PUT', `/products/${id}`, { subcategoryId }))).toContain('expiresAt')
    const past = { subcategoryId, expiresAt: inDays(-1) }
    expect(faults(await call(seller, 'PUT', `/products/${id}`, past))).toContain('expiresAt')
    const moved = ok(await call(seller, 'PUT', `/products/${id}`, { subcategoryId, expiresAt: inDays(30) }))
    expect(moved.subcategoryId).toBe(subcategoryId)
    expect(faults(await call(seller, 'PUT', `/products/${id}`, { expiresAt: null }))).toContain('expiresAt')
    expect(faults(await call(seller, 'PUT', `/products/${id}`, { expiresAt: inDays(-1) }))).toContain('expiresAt')
    expect(ok(await call(seller, 'GET', `/products/${id}`)).expiresAt).toBe(moved.expiresAt)
    const dated = await newStall({ expiresAt: inDays(20) })
    expect(ok(await call(dated.seller, 'PUT', `/products/${dated.id}`, { subcategoryId })).subcategoryId).toBe(
      subcategoryId,
    )
  })

  it('of food left behind, the date may go', async () => {
    const [food, plain] = [await newFood(), await newCategory()]
    const { seller, id } = await newStall()
    ok(await call(seller, 'PUT', `/products/${id}`, { subcategoryId: food.subcategoryId, expiresAt: inDays(30) }))
    const away = { subcategoryId: plain.subcategoryId, expiresAt: null }
    expect(ok(await call(seller, 'PUT', `/products/${id}`, away)).expiresAt).toBeNull()
  })
})

/** A category whose products must say when they expire. */
const newFood = () => newCategory({ requiresExpiry: true })
