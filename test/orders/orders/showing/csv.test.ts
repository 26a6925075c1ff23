import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { actOnOrder, newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { expectStaffOnly, ok } from '#testing/stories/orders.ts'

const csv = async (query: string) => {
  const answer = await call(await signUp('SUPPORT'), 'GET', `/orders/admin/export/csv?${query}`)
  expect(answer.status).toBe(200)
  return { headers: answer.headers, text: String(answer.data) }
}
/** The cells of a CSV, as RFC 4180 says. */
function cells(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.filter((row) => row.length > 1)
}

describe('the orders as CSV', () => {
  it('are a file of comma and CRLF in UTF-8, whose header is the JSON’s keys', async () => {
    const market = await newMarket()
    const { id, number } = ok(await postOrder(market))
    const { headers, text } = await csv(`search=${encodeURIComponent(market.buyer.email)}`)
    expect(headers.get('content-type')).toMatch(/^text\/csv; ?charset=utf-8$/i)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="?\w+-.+-.+\.csv"?$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const [header, ...rows] = cells(text)
    for (const key of ['id', 'number', 'status', 'currency', 'total', 'createdAt']) expect(header).toContain(key)
    expect(rows).toHaveLength(1)
    const row = Object.fromEntries(header?.map((key, i) => [key, rows[0]?.[i]]) ?? [])
    expect(row).toMatchObject({ id, number, status: 'PENDING_PAYMENT', currency: 'USD', total: '27.00' })
  })

  it('are all rows of the filter, however many a page would hold', async () => {
    const market = await newMarket({ stock: 100 })
    const kept = await paidOrder(market)
    ok(await actOnOrder(market.buyer, (await paidOrder(market)).id, 'cancel'))
    const search = `search=${encodeURIComponent(market.buyer.email)}`
    expect(cells((await csv(search)).text)).toHaveLength(3)
    const [, ...rows] = cells((await csv(`${search}&status=PENDING_SELLER_REVIEW`)).text)
    expect(rows.map((row) => row.includes(kept.id))).toEqual([true])
  })

  it.each(['=1+1', '+243810000000 x', '-cmd', '@SUM(A1)'])('defuse a text that begins as %s', async (name) => {
    const market = await newMarket()
    await changeUser(market.buyer.id, 'name = ?', name)
    ok(await postOrder(market, { deliveryAddress: `${name} avenue, "Bukavu"`, note: `${name} note` }))
    const { text } = await csv(`search=${encodeURIComponent(market.buyer.email)}`)
    for (const cell of cells(text).flat()) expect(cell).not.toMatch(/^[=+@\t]|^-(?![\d.]+$)/)
    expect(
      cells(text)
        .flat()
        .some((cell) => cell === '27.00'),
    ).toBe(true)
  })

  it('quote commas, quotes and line ends', async () => {
    const market = await newMarket()
    ok(await postOrder(market, { deliveryAddress: '12, avenue "de la Paix", Bukavu' }))
    const rows = cells((await csv(`search=${encodeURIComponent(market.buyer.email)}`)).text)
    expect(new Set(rows.map((row) => row.length)).size).toBe(1)
  })

  it('are staff’s only, and take the list’s filters', async () => {
    await expectStaffOnly('GET', '/orders/admin/export/csv')
    const support = await signUp('SUPPORT')
    expect((await call(support, 'GET', '/orders/admin/export/csv?status=X')).status).toBe(400)
    expect((await call(support, 'GET', '/orders/admin/export/csv?couleur=rouge')).status).toBe(400)
    const { text } = await csv('search=personne-de-ce-nom')
    expect(cells(text)).toHaveLength(1)
  })
})
