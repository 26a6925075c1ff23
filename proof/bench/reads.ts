import type { Operation } from './operations.ts'
import { ADMIN, ADMINS } from './seed.ts'

export const read = (name: string, path: string, more: Partial<Operation> = {}): Operation => ({
  name,
  kind: 'public read',
  ask: () => ({ path }),
  ...more,
})

export const staffRead = (name: string, path: string, more: Partial<Operation> = {}): Operation => ({
  name,
  kind: 'signed-in read',
  ask: (i, { people }) => ({ path, as: people[ADMIN + (i % ADMINS)]! }),
  ...more,
})

/** A day, as a period's bounds are written. */
export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
