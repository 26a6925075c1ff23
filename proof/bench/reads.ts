import type { Market, Operation } from './operation.ts'
import { ADMIN, ADMINS, BUYERS, profileId, SELLERS, shopId } from './seed.ts'

export const read = (name: string, path: string, more: Partial<Operation> = {}): Operation => ({
  name,
  kind: 'public read',
  ask: () => ({ path }),
  ...more,
})

export const cached = (name: string, path: string, cacheOf: string): Operation => ({
  name,
  kind: 'cache hit',
  cacheOf,
  ask: () => ({ path }),
})

export const staffRead = (name: string, path: string, more: Partial<Operation> = {}): Operation => ({
  name,
  kind: 'signed-in read',
  ask: (i, { people }) => ({ path, as: people[ADMIN + (i % ADMINS)]! }),
  ...more,
})

export const buyerRead = (name: string, path: string, more: Partial<Operation> = {}): Operation => ({
  name,
  kind: 'signed-in read',
  ask: (i, market) => ({ path, as: buyer(i, market) }),
  ...more,
})

/** A seller about what is theirs. */
export const sellerRead = (name: string, path: string, more: Partial<Operation> = {}): Operation => ({
  name,
  kind: 'signed-in read',
  ask: (i, { people }) => ({ path, as: people[i % SELLERS]!, given: { profileId: profileId(i % SELLERS) } }),
  ...more,
})

/** A seller about their own shop, which stands in the path as `{shop}`. */
export const shopRead = (name: string, path: string): Operation => ({
  name,
  kind: 'signed-in read',
  ask(i, { people }) {
    const shop = shopId(i % SELLERS)
    return { path: path.replace('{shop}', shop), as: people[i % SELLERS]!, given: { shopId: shop } }
  },
})

export const buyer = (i: number, { people }: Market) => people[SELLERS + (i % BUYERS)]!

/** A telephone that has been asked for nothing yet. */
export const phone = (fresh: string) => `24381${fresh.slice(-4)}123`

/** A day, as a period's bounds are written. */
export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
