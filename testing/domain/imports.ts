import { runImport } from '#domain/catalogue/imports/run.ts'
import { importProducts } from '#domain/catalogue/imports/start.ts'
import type { Ctx } from '#domain/core/context.ts'
import type { TestDomain } from './domain.ts'
import { watchTrips } from './watched.ts'

const HEADER = 'sku,name,description,subcategory,price,currency,stock,expiresAt'

/** A line of a file that makes a new product. */
export const newLine = (sku: string, subcategory = 'free', expiresAt = '') =>
  `${sku},Panier ${sku},Panier en fibres de bananier.,${subcategory},12.50,USD,3,${expiresAt}`
export const newLines = (n: number) => Array.from({ length: n }, (_, i) => newLine(`P-${i}`))

/** A read of where it is, one of what is there, the commit; then a read of what is left, and the end. */
export const TRIPS_OF_ONE_LOT = 5
/** The trip that writes the first lot. */
export const COMMIT = 3

type Told = { line: number; field: string; message: string }

/** The seller of `addMarket`, who imports into their shop. */
export function importsOf(domain: TestDomain) {
  const seller = (): Ctx => domain.as({ id: 'seller', role: 'SELLER', sellerProfileId: 'sp' })
  const fileOf = (text: string) => ({ shopId: 'shop', file: new File([text], 'produits.csv') })
  const send = (text: string, partial: 'true' | 'false' = 'false', at: Partial<Ctx> = {}) =>
    importProducts({ ...seller(), ...at }, { ...fileOf(text), partial, stock: 'set' })
  const found = (id: string) => {
    const row = domain.row<{ status: string; done: number; errors: string }>(
      'SELECT status, done, errors FROM product_imports WHERE id = ?',
      id,
    )
    const told = JSON.parse(row?.errors ?? '[]') as [number, string, string][]
    return {
      status: row?.status,
      done: row?.done,
      errors: told.map(([line, field, message]): Told => ({ line, field, message })),
    }
  }
  return {
    send,
    /** A file that says nothing more of its stock. */
    sendPlain: (text: string) => importProducts(seller(), fileOf(text)),
    sendLines: (...lines: string[]) => send([HEADER, ...lines].join('\n')),
    found,
    /** As many turns of the job as it may need. */
    async finish(id: string, at: Ctx = domain.ctx) {
      for (let turn = 0; turn < 5; turn++) await runImport(at, id)
      return found(id)
    },
    watchTrips: (before?: (trip: number) => unknown) => watchTrips(domain.ctx, before),
  }
}
