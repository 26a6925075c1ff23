import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { platformInNode } from './test/in-node/platform/alias.ts'

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url).href)

/** The front door over a platform in memory, where challenges cost no work: `proof/carrier/cheap-work.ts` says why. */
export const carrier = (include: string) => ({
  resolve: {
    alias: [
      ...Object.entries(platformInNode).map(([find, replacement]) => ({ find, replacement })),
      { find: /^altcha-lib\/algorithms\/web\/pbkdf2$/, replacement: at('proof/carrier/cheap-work.ts') },
    ],
  },
  test: {
    name: 'carrier',
    include: [include],
    setupFiles: ['test/in-node/platform/setup.ts'],
    environment: 'node' as const,
    testTimeout: 1_800_000,
  },
})

/** The hour behind one address in plain Node: `npm run proof:carrier` plays all of it, `npm test` a tenth. */
export default defineConfig(carrier('proof/carrier/hour.test.ts'))
