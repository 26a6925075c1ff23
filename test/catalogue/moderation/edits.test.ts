import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { newCategory } from '#testing/fixtures/products.ts'
import { faults, newStall, ok, refusal, STALE } from '#testing/stories/catalogue.ts'

// Rule: what makes an approved product look different sends it back to moderation, and nothing else does; food that is not moved may
// have run out while its other fields are mended.

const stall = async (fields?: Parameters<typeof newStall>[0]) => {
  const { seller, staff, id, product } = await newStall(fields)
  const put = (body: object) => call(seller, 'PUT', `/products/${id}`, body)
  const approve = () => call(staff, 'POST', `/moderation/products/${id}/approve`)
  return { put, approve, id, product }
}

describe('an approved product', () => {
  it('waits again after an edit of its name, description or subcategory', async () => {
    const { put, approve } = await stall()
    const { subcategoryId } = await newCategory()
    for (const edit of [{ name: 'Autre nom' }, { description: 'Une tout autre description.' }, { subcategoryId }]) {
      ok(await approve())
      expect(ok(await put(edit)).moderationStatus, JSON.stringify(edit)).toBe('PENDING')
    }
  })

  it('stays so after every other edit, and after one that writes what is there', async () => {
    const { put, approve, product } = await stall()
    ok(await approve())
    const { name, description, subcategoryId } = product
    for (const edit of [
      ...[{ brand: 'Kivu' }, { unit: 'kg' }, { weightGrams: 5 }, { expiresAt: '2099-01-01' }, { currency: 'CDF' }],
      ...[{ name }, { description }, { subcategoryId }, { name, description, subcategoryId }],
    ])
      expect(ok(await put(edit)).moderationStatus, JSON.stringify(edit)).toBe('APPROVED')
  })
})

describe('an edit of nothing', () => {
  it('leaves the version, and hears of a newer one', async () => {
    const { put, product } = await stall()
    expect(ok(await put({}))).toMatchObject({ version: product.version, name: product.name })
    expect(ok(await put({ version: product.version })).version).toBe(product.version)
    const { version } = ok(await put({ brand: 'Kivu' }))
    expect(version).toBe(product.version + 1)
    expect(refusal(await put({ version: product.version }))).toEqual(STALE)
  })
})

describe('food', () => {
  it('that has run out is mended, but neither moved to other food nor left without a date', async () => {
    const { put, id } = await stall({ expiresAt: '2099-01-01' })
    const [food, other, plain] = [
      await newCategory({ requiresExpiry: true }),
      await newCategory({ requiresExpiry: true }),
      await newCategory(),
    ]
    expect(ok(await put({ subcategoryId: food.subcategoryId })).expiresAt).toBe('2099-01-01T21:59:59.999Z')
    await run('UPDATE products SET expires_at = ? WHERE id = ?', Date.now() - 1000, id)
    expect(ok(await put({ brand: 'Kivu' })).brand).toBe('Kivu')
    const moved = await put({ subcategoryId: other.subcategoryId })
    expect(faults(moved)).toEqual(['expiresAt'])
    expect(moved.error?.details?.[0]?.message).toBe('La date de péremption doit être dans le futur.')
    const without = await put({ expiresAt: null })
    expect(without.error?.details?.[0]?.message).toBe('La date de péremption est obligatoire dans cette catégorie.')
    expect(ok(await put({ subcategoryId: plain.subcategoryId })).subcategoryId).toBe(plain.subcategoryId)
    expect(ok(await put({ expiresAt: null })).expiresAt).toBeNull()
    const bare = await put({ subcategoryId: food.subcategoryId })
    expect(bare.error?.details?.[0]?.message).toBe('La date de péremption est obligatoire dans cette catégorie.')
    expect(ok(await put({ subcategoryId: food.subcategoryId, expiresAt: '2099-02-01' })).category.id).toBe(
      food.categoryId,
    )
  })
})
