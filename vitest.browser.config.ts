import { defineConfig } from 'vitest/config'

/** `npm run test:browser`: the market and the sandbox over HTTP, and a real Chromium in front of them. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    environment: 'node',
    // Each step needs the one before.
    bail: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
