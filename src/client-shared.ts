/** Reads that answer everybody the same, signed in or not: the client sends no token with them, so that a cache near the phone answers. */
export const SAME_FOR_ALL = [
  '/api/v1/blog',
  '/api/v1/blog/slug/:slug',
  '/api/v1/config',
  '/api/v1/plans',
  '/api/v1/plans/:id',
  '/api/v1/products',
  '/api/v1/products/:id/reviews',
  '/api/v1/products/:id/similar',
  '/api/v1/products/exchange-rates',
  '/api/v1/products/exchange-rates/:id',
  '/api/v1/seller/shop/:id',
  '/api/v1/seller/shop/:id/reviews',
  '/api/v1/seller/shop/slug/:slug',
  '/api/v1/seller/shops',
]

const PATTERNS = SAME_FOR_ALL.map(
  (path) => new RegExp(`^${path.replace(':id', '[0-9a-f-]{36}').replace(':slug', '[^/]+')}$`),
)

/** Whether a request is one of these reads. */
export function isSameForAll(url: string, method = 'GET'): boolean {
  const { pathname } = new URL(url)
  return method === 'GET' && PATTERNS.some((pattern) => pattern.test(pathname))
}
