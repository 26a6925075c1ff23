import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { forgetUnsoldWords } from '#cron/words.ts'
import { MOST_A_DAY } from '#domain/catalogue/products/search/search-misses.ts'
import { spellingsOf } from '#domain/catalogue/products/search/search-terms.ts'
import { dayOf } from '#kernel/period.ts'
import { call, guest, together } from '#testing/api.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { type Category, newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'
import { until } from '#testing/sandbox.ts'

let seller: Shopkeeper
let category: Category
const find = async (search: string, more = '') => {
  const path = `/products?shopId=${seller.shopId}&search=${encodeURIComponent(search)}${more}`
  const { data, headers, status } = await call(guest, 'GET', path)
  expect([status, headers.get('x-d1-round-trips')], search).toEqual([200, '1'])
  expect(data.pagination.total).toBe(data.products.length)
  return data.products.map((p: { name: string }) => p.name)
}

beforeAll(async () => {
  seller = await newShopkeeper({ maxProducts: 100 })
  category = await newCategory()
  for (const [name, brand] of [
    ['Téléphone à touches', 'Itel'],
    ['Biscuits au beurre', 'Élan Virunga'],
    ['Chaussures (cuir), taille "41"', undefined],
    ['Pagne wax', undefined],
    ['Vague de savon', undefined],
  ] as const)
    await publishedProduct(seller, category, {
      name,
      ...(brand && { brand }),
      description: 'Un article du marché de Bukavu, choisi avec soin par artisanat.',
    })
})

describe('a word that was on sale', () => {
  it('is one like any other, and forgotten by night', async () => {
    const spread = await publishedProduct(seller, category, { name: 'Pot de moutarde' })
    const wrong = await publishedProduct(seller, category, { name: 'Pot de moutardde' })
    expect(await find('moutardde')).toEqual(['Pot de moutardde'])
    expect((await call(seller, 'DELETE', `/products/${wrong.id}`)).status).toBe(200)
    expect(await find('moutardde')).toEqual([spread.name])
    const known = (word: string) => count('search_words WHERE word = ?', word)
    const spelled = (word: string) => count('search_spellings WHERE word = ?', word)
    expect([await known('moutardde'), await spelled('moutardde')]).toEqual([1, 9])
    for (const words of [['aaab'], ['zzza'], Array.from({ length: 600 }, (_, i) => `q${letters(i)}`)])
      await run('INSERT INTO search_words (word) SELECT value FROM json_each(?)', JSON.stringify(words))
    await forgetUnsoldWords(contextNow())
    expect([await known('moutardde'), await spelled('moutardde')]).toEqual([0, 0])
    expect([await known('moutarde'), await spelled('moutarde')]).toEqual([1, 9])
    for (const word of ['aaab', 'zzza', `q${letters(0)}`, `q${letters(599)}`]) expect(await known(word), word).toBe(0)
    expect(await find('moutardde')).toEqual([spread.name])
    expect(await find('telefone')).toEqual(['Téléphone à touches'])
  })
})

/** A number as four letters. */
const letters = (n: number) =>
  [17576, 676, 26, 1].map((by) => String.fromCharCode(97 + (Math.floor(n / by) % 26))).join('')

describe('a search forgives', () => {
  it.each([
    ['telefone', 'Téléphone à touches'],
    ['TELEFONE', 'Téléphone à touches'],
    ['téléphonne', 'Téléphone à touches'],
    ['telephnoe', 'Téléphone à touches'],
    ['elephone', 'Téléphone à touches'],
    ['bisuit', 'Biscuits au beurre'],
    ['biscuut', 'Biscuits au beurre'],
    ['bicsuit', 'Biscuits au beurre'],
    ['virounga', 'Biscuits au beurre'],
    ['chausure', 'Chaussures (cuir), taille "41"'],
    ['bisuit buerre', 'Biscuits au beurre'],
    ['biscuit bere', undefined],
    ['bisuit telefone', undefined],
    ['pagme', 'Pagne wax'],
    ['pag', 'Pagne wax'],
    ['pafe', undefined],
    ['bizcuyt', undefined],
    ['zelefome', undefined],
  ])('%s: %s', async (typed, found) => {
    expect(await find(typed)).toEqual(found ? [found] : [])
  })

  it('only what is misspelled: a word that is on sale means itself', async () => {
    expect(await find('vague')).toEqual(['Vague de savon'])
    expect(await find('vagne')).toEqual(expect.arrayContaining(['Pagne wax', 'Vague de savon']))
    expect(await find('artisanat')).toHaveLength(5)
  })

  it('within a place, a price and an order', async () => {
    expect(await find('bisuit', `&categoryId=${category.categoryId}&sort=priceAsc&inStock=true`)).toEqual([
      'Biscuits au beurre',
    ])
    expect(await find('bisuit', `&categoryId=${(await newCategory()).categoryId}`)).toEqual([])
    expect(await find('bisuit', '&brand=elan%20virunga')).toEqual(['Biscuits au beurre'])
    expect(await find('bisuit', '&minPrice=100000')).toEqual([])
  })

  it('no name that is not on sale, and what is renamed by its new name', async () => {
    const product = await publishedProduct(seller, category, { name: 'Marmite' })
    expect(await find('marmitte')).toEqual(['Marmite'])
    await run("UPDATE products SET name = 'Casserole' WHERE id = ?", product.id)
    expect(await find('marmitte')).toEqual([])
    expect(await find('caserole')).toEqual(['Casserole'])
    await run('UPDATE products SET visible = 0 WHERE id = ?', product.id)
    expect(await find('caserole')).toEqual([])
  })

  it('hostile text is text', async () => {
    for (const hostile of [
      'bisuit"',
      'bisuit* OR',
      '{name}: bisuit',
      "bisuit'; --",
      'NEAR(bisuit)',
      'bisuit'.repeat(16),
    ])
      expect([200, 400], hostile).toContain(
        (await call(guest, 'GET', `/products?search=${encodeURIComponent(hostile)}`)).status,
      )
  })

  it('the trigger spells words as the query does', async () => {
    for (const word of ['telephone', 'biscuits', 'pagne', 'chaussures', 'vague']) {
      const { results } = await env.DB.prepare('SELECT near FROM search_spellings WHERE word = ? ORDER BY near')
        .bind(word)
        .all<{ near: string }>()
      expect(results.map(({ near }) => near)).toEqual(spellingsOf(word).toSorted())
    }
  })
})

describe('words that found nothing', () => {
  const day = dayOf(Date.now())
  const misses = async () => {
    const { results } = await env.DB.prepare("SELECT word, count FROM search_misses WHERE day = ? AND word <> ''")
      .bind(day)
      .all<{ word: string; count: number }>()
    return Object.fromEntries(results.map(({ word, count }) => [word, count]))
  }
  const search = (text: string, more = '') => call(guest, 'GET', `/products?search=${encodeURIComponent(text)}${more}`)
  /** The sample of the minute before is over. */
  let minutes = 0
  const nextMinute = () => {
    minutes += 61_000
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${day}T08:00:00Z`) + minutes })
  }
  afterEach(() => {
    vi.useRealTimers()
  })

  it('are counted by day, once a search, without numbers, and not where a filter is to blame', async () => {
    nextMinute()
    await search('Trottinette électrique trottinette 0812345678')
    await search('trottinette')
    await search('fusee', '&inStock=true')
    await search('pagne')
    await until(async () => (await misses()).trottinette === 2, 'both misses')
    expect(await misses()).toMatchObject({ trottinette: 2, electrique: 1 })
    expect(Object.keys(await misses()).filter((word) => /fusee|pagne|\d/.test(word))).toEqual([])
  })

  it('are a sample: a thousand searches at random write thirty rows, and a day no more than its thousand', async () => {
    nextMinute()
    const before = Object.keys(await misses()).length
    const word = (i: number) => `zq${String.fromCharCode(97 + (i % 26), 97 + (Math.floor(i / 26) % 26))}xv`
    await together(100, (i) => search(word(i)))
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(Object.keys(await misses()).length - before).toBe(30)

    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MOST_A_DAY - before - 30})
        INSERT INTO search_misses (day, word, count) SELECT ?, 'w' || i, 1 FROM n`,
      day,
    )
    nextMinute()
    await search('introuvable')
    await search('trottinette')
    await until(async () => (await misses()).trottinette === 3, 'the word that is counted already')
    expect(Object.keys(await misses()).length).toBe(MOST_A_DAY)
    expect(await misses()).not.toHaveProperty('introuvable')
  })
})
