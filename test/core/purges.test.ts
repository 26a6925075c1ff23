import { describe, expect, it, vi } from 'vitest'
import { purgeAgain, purgeTakenDown } from '#domain/core/edge/purge.ts'
import { call, guest } from '#testing/api.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { all, run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'

// docs/conventions.md, Caching: what is taken down leaves the edge at once; its calls are rationed.

const tagOf = (id: string) => id.slice(-12)
const waiting = async () => (await all<{ tag: string }>('SELECT tag FROM purges ORDER BY place')).map(({ tag }) => tag)
const edgeThat = (answers: boolean[]) => {
  const calls: string[][] = []
  const purge = vi.fn(async (tags: string[]) => {
    calls.push(tags)
    return answers.shift() ?? true
  })
  return { calls, ctx: { ...contextNow(), edge: { purge } } }
}

describe('a commit that takes something down', () => {
  it('notes the product that its seller takes back, and nothing for an edit', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const { id } = await publishedProduct(seller, category)
    await run('DELETE FROM purges')
    await call(seller, 'PUT', `/products/${id}`, { brand: 'Kivu' })
    expect(await waiting()).toEqual([])
    await call(seller, 'POST', `/products/${id}/status`, { status: 'DRAFT' })
    expect(await waiting()).toEqual([tagOf(id)])
  })

  it('notes a suspended shop once, not each of its products', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    for (let i = 0; i < 3; i++) await publishedProduct(seller, category)
    await run('DELETE FROM purges')
    await call(await signUp('SUPPORT'), 'POST', `/seller/shop/${seller.shopId}/suspend`, { reason: 'Plainte reçue' })
    expect(await waiting()).toContain(tagOf(seller.shopId))
    expect(await all('SELECT id FROM products WHERE visible = 1 AND shop_id = ?', seller.shopId)).toEqual([])
    const { data } = await call(guest, 'GET', `/products?shopId=${seller.shopId}`)
    expect(data.products).toEqual([])
  })
})

describe('a shop of many pictures that is suspended', () => {
  it('leaves the lists at once: its own tag is among the first hundred, and every list of its products bears it', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const { id } = await publishedProduct(seller, category)
    for (let i = 0; i < 150; i++)
      await run(
        `INSERT INTO product_images (id, product_id, key, position, content_type, created_at) VALUES (?, ?, ?, ?, 'image/jpeg', 1)`,
        ...[crypto.randomUUID(), id, `product-${crypto.randomUUID()}.jpg`, 100 + i],
      )
    const { headers } = await call(guest, 'GET', `/products?shopId=${seller.shopId}`)
    expect(headers.get('cache-tag')?.split(',')).toEqual(expect.arrayContaining([tagOf(id), tagOf(seller.shopId)]))
    await run('DELETE FROM purges')
    await call(await signUp('SUPPORT'), 'POST', `/seller/shop/${seller.shopId}/suspend`, { reason: 'Plainte reçue' })
    const { ctx, calls } = edgeThat([])
    await purgeTakenDown(ctx)
    expect((await waiting()).length).toBeGreaterThan(150)
    expect(calls[0]).toContain(tagOf(seller.shopId))
  })
})

describe('tags that wait', () => {
  it('go in calls of a hundred, the newest at once, and stay until the tick has told the edge again', async () => {
    await run('DELETE FROM purges')
    for (let i = 0; i < 150; i++) await run('INSERT INTO purges (tag) VALUES (?)', `tag-${i}`)
    const { ctx, calls } = edgeThat([])
    await purgeTakenDown(ctx)
    expect([calls[0]?.length, calls[0]?.[0]]).toEqual([100, 'tag-149'])
    expect((await waiting()).length).toBe(150)
    expect(await purgeAgain(ctx)).toBe(150)
    expect(calls.slice(1).map((tags) => [tags.length, tags[0]])).toEqual([
      [100, 'tag-0'],
      [50, 'tag-100'],
    ])
    expect(await waiting()).toEqual([])
  })

  it('stay when the edge refuses, and a tick makes three calls at most', async () => {
    await run('DELETE FROM purges')
    for (let i = 0; i < 450; i++) await run('INSERT INTO purges (tag) VALUES (?)', `tag-${i}`)
    const refused = edgeThat([false])
    expect(await purgeAgain(refused.ctx)).toBe(0)
    expect((await waiting()).length).toBe(450)
    const taken = edgeThat([])
    expect(await purgeAgain(taken.ctx)).toBe(300)
    expect((await waiting()).length).toBe(150)
    await run('DELETE FROM purges')
  })

  it('become the newest when they are noted again, several in one statement too', async () => {
    await run('DELETE FROM purges')
    await run("INSERT INTO purges (tag) VALUES ('a'), ('b'), ('c')")
    await run("INSERT INTO purges (tag) VALUES ('a'), ('b')")
    expect(await waiting()).toEqual(['c', 'a', 'b'])
  })

  it('are not forgotten by a tick during which they are noted again', async () => {
    await run('DELETE FROM purges')
    await run("INSERT INTO purges (tag) VALUES ('a')")
    const purge = async () => {
      await run("INSERT INTO purges (tag) VALUES ('a')")
      return true
    }
    await purgeAgain({ ...contextNow(), edge: { purge } })
    expect(await waiting()).toEqual(['a'])
    await run('DELETE FROM purges')
  })
})
