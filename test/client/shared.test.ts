import { expect, it } from 'vitest'
import { routesOf } from '#http/route-table.ts'
import { app } from '#src/app.ts'
import { isSameForAll, SAME_FOR_ALL } from '#src/client-shared.ts'

it('the client knows each operation that answers everybody the same', () => {
  const shared = routesOf(app).filter(({ operation }) => operation.cache === 'shared' && !operation.knowsCaller)
  expect(SAME_FOR_ALL.toSorted()).toEqual(shared.map(({ path }) => path).toSorted())
})

it('an address is one of them by its path alone, and a write never is', () => {
  const of = (path: string, method?: string) => isSameForAll(`https://api.soko.test${path}`, method)
  expect(of('/api/v1/products?search=kawa')).toBe(true)
  expect(of('/api/v1/seller/shop/01a2321e-bd08-706c-8a49-960bc17c2d2c')).toBe(true)
  for (const path of [
    '/api/v1/products/01a2321e-bd08-706c-8a49-960bc17c2d2c',
    '/api/v1/orders/me',
    '/api/v1/seller/shop/me',
  ])
    expect(of(path), path).toBe(false)
  expect(of('/api/v1/products', 'POST')).toBe(false)
})
