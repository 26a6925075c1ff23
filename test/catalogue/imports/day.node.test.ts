import { describe, expect, it } from 'vitest'
import { EDITS_A_DAY } from '#kernel/limits.ts'
import { DAY_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { importsOf, newLine, newLines } from '#testing/domain/imports.ts'
import { addMarket, addPlan } from '#testing/domain/market.ts'

// Lines of a file that change or make something are edits of the day like those by hand.

const domain = openDomain((market) => {
  addMarket(market)
  addPlan(market, 9000, 1)
  market.run("UPDATE variants SET sku = 'V' WHERE id = 'v1'")
  market.add('subcategories', {
    ...{ id: 'free', category_id: 'cat', name: 'free', folded_name: 'free', slug: 'free', created_at: 1 },
  })
})
const { send, sendLines, finish } = importsOf(domain)
const edits = () => domain.row<{ count: number }>("SELECT count FROM attempts WHERE key = 'edits:seller'")?.count ?? 0
const leave = (left: number) =>
  domain.run(
    'INSERT INTO attempts (key, count, window_ends_at) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET count = excluded.count',
    'edits:seller',
    EDITS_A_DAY.max - left,
    NOW + DAY_MS,
  )

describe('an import', () => {
  it('counts what its lines make and change, and not what they say again', async () => {
    const { id } = await send('sku,name,stock\nV,Un autre nom,10')
    expect([await finish(id), edits()]).toMatchObject([{ status: 'DONE', done: 1 }, 1])
    const again = await send('sku,name,stock\nV,Un autre nom,10')
    expect([await finish(again.id), edits()]).toMatchObject([{ status: 'DONE', done: 1 }, 1])
    const stock = await send('sku,stock\nV,11')
    expect([await finish(stock.id), edits()]).toMatchObject([{ status: 'DONE', done: 1 }, 2])
    const fresh = await sendLines(...newLines(120))
    expect([await finish(fresh.id), edits()]).toMatchObject([{ status: 'DONE', done: 120 }, 122])
  })

  it('is refused with the figure before anything is taken in, where it has more than are left', async () => {
    leave(2)
    const told = await sendLines(...newLines(3))
    expect(told).toMatchObject({
      status: 'REFUSED',
      errors: [{ line: 4, field: 'sku', message: expect.stringMatching(/^2000 modif/) }],
    })
    expect(edits()).toBe(EDITS_A_DAY.max - 2)
  })

  it('takes in those that are left if it may be taken in by parts', async () => {
    leave(2)
    const { id, errors } = await send(
      ['sku,name,description,subcategory,price,currency,stock,expiresAt', ...newLines(3)].join('\n'),
      'true',
    )
    expect(errors).toMatchObject([{ line: 4 }])
    expect([(await finish(id)).done, edits()]).toEqual([2, EDITS_A_DAY.max])
  })

  it('ends with one error if the edits of the day were used up meanwhile', async () => {
    const { id } = await sendLines(newLine('A'), newLine('B'))
    leave(1)
    expect(await finish(id)).toMatchObject({ status: 'DONE', done: 0, errors: [{ line: 2, field: 'file' }] })
    expect(edits()).toBe(EDITS_A_DAY.max - 1)
  })
})
