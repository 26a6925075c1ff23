// Steps of the tests of the catalogue and of sellers.
import { expect } from 'vitest'
import { type Answer, type Caller, call, guest } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'

/** Words of a refusal: its status and its reason, or its code if it has none. */
export const refusal = ({ status, error }: Answer) => [status, error?.reason ?? error?.code ?? 'ok']
export const INVALID = [409, 'INVALID_TRANSITION']
export const GONE = [404, 'NOT_FOUND']
export const STALE = [409, 'VERSION_MISMATCH']

/** The answer's data; fails with the refusal where there is one. */
export function ok({ error, data }: Answer) {
  expect(error).toBeUndefined()
  return data
}

/** The fields a 400 complains of. */
export function faults({ status, error }: Answer): string[] {
  expect([status, error?.code], JSON.stringify(error)).toEqual([400, 'VALIDATION_ERROR'])
  return (error?.details ?? []).map(({ field }) => field)
}

type Request = [method: string, path: string, body?: unknown]
const statuses = (who: Caller[], [method, path, body]: Request) =>
  Promise.all(who.map(async (as) => (await call(as, method, path, body)).status))

/** Another seller hears 404, other roles 403, a guest 401. */
export async function expectOwnersOnly(...request: Request): Promise<void> {
  const others = [await newShopkeeper(), await signUp('BUYER'), await signUp('ADMIN'), guest]
  expect(await statuses(others, request), request.slice(0, 2).join(' ')).toEqual([404, 403, 403, 401])
}

/** Sellers, buyers and accountants hear 403, a guest 401. */
export async function expectStaffOnly(...request: Request): Promise<void> {
  const others = [await newShopkeeper(), await signUp('BUYER'), await signUp('ACCOUNTANT'), guest]
  expect(await statuses(others, request), request.slice(0, 2).join(' ')).toEqual([403, 403, 403, 401])
}

export const UNKNOWN = '01990000-0000-7000-8000-000000000000'
/** An id nobody has, and something that is no id, are 404. */
export async function expectUnknownIs404(as: Caller, method: string, path: (id: string) => string, body?: unknown) {
  for (const id of [UNKNOWN, 'pas-un-id'])
    expect(refusal(await call(as, method, path(id), body)), `${method} ${path(id)}`).toEqual(GONE)
}

/** A seller with one product that guests can see, and somebody of the staff. */
export async function newStall(fields?: Parameters<typeof publishedProduct>[2]) {
  const [seller, category, staff, reader] = [
    await newShopkeeper(),
    await newCategory(),
    await signUp('SUPPORT'),
    await signUp(),
  ]
  const product = await publishedProduct(seller, category, fields)
  return { seller, category, staff, reader, product, id: product.id as string }
}

/** Whether a buyer can open a product, and finds it in the list of its shop. */
export async function isVisible(id: string, shopId: string): Promise<boolean> {
  const reader = await signUp()
  const opened = (await call(reader, 'GET', `/products/${id}`)).status === 200
  const { products } = ok(await call(reader, 'GET', `/products?shopId=${shopId}&limit=100`))
  expect(products.some((product: { id: string }) => product.id === id)).toBe(opened)
  return opened
}

/** Headers in which a client says the size of a large file before it sends it. */
export const sizeHeaders = (file?: Uint8Array): Record<string, string> =>
  file && file.length > 1_000_000 ? { 'content-length': String(file.length + 500) } : {}
