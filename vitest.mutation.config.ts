import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { platformInNode } from '#testing/platform/alias.ts'

/** A run stops at its first failure: the tables of the machines come first, because most mutants are theirs. */
class TablesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => (moduleId.endsWith('/transitions.node.test.ts') ? 0 : 1)
    return [...files].sort((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId))
  }
}

/** What Stryker runs against each mutant: the core, and the front door over a platform in memory, all in plain Node. */
export default defineConfig({
  resolve: { alias: platformInNode },
  test: {
    include: ['test/{core,kernel,money,orders,people,office}/**/*.node.test.ts', 'test/{http,catalogue}/**/*.test.ts'],
    exclude: ['test/**/replays.node.test.ts'],
    setupFiles: ['testing/platform/setup.ts'],
    environment: 'node',
    testTimeout: 10_000,
    restoreMocks: true,
    sequence: { sequencer: TablesFirst },
  },
})
