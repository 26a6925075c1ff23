import { defineConfig } from 'vitest/config'
import { platformInNode } from './test/in-node/platform/alias.ts'

/** The main job over a database that stumbles, through the front door in plain Node. */
export const stumbles = (include: string) => ({
  resolve: { alias: platformInNode },
  test: {
    name: 'stumbles',
    include: [include],
    setupFiles: ['test/in-node/platform/setup.ts'],
    environment: 'node' as const,
    testTimeout: 3_600_000,
  },
})

/** `npm run proof:stumble` plays every trip of the job, `npm test` some. */
export default defineConfig(stumbles('proof/stumbles/whole.test.ts'))
