import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, afterEach, vi } from 'vitest'
import { expectLaws } from './laws.ts'

// Runs again for every file: a fresh database, and the laws of the money and the stock when the file is done.
await reset()
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)

afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => expectLaws())
