/**
 * `npm run docs`: writes the parts of the documents that come from the code, and what /docs shows. A test fails while
 * the former differ.
 */
import { writeFileSync } from 'node:fs'
import { fillExamples } from './docs/examples.ts'
import { operationsPage } from './docs/operations.ts'
import { writeDocsAssets } from './docs-assets.ts'

/** The documents that are written, in whole or in part, and the text that they must have. */
export const writtenDocuments = (): Record<string, string> => ({
  'docs/operations.md': operationsPage(),
  'CONTRIBUTING.md': fillExamples('CONTRIBUTING.md'),
})

if (import.meta.main) {
  for (const [path, text] of Object.entries(writtenDocuments())) writeFileSync(path, text)
  writeDocsAssets()
}
