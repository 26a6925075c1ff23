/** `npm run docs`: writes the documents that come from the code, and the pages of /docs. A test fails while the former differ. */
import { writeFileSync } from 'node:fs'
import { operationsPage } from './docs/operations.ts'
import { writeDocsAssets } from './docs-assets.ts'

/** The documents that come from the code, with the text that they must have. */
export const writtenDocuments = (): Record<string, string> => ({ 'docs/operations.md': operationsPage() })

if (import.meta.main) {
  for (const [path, text] of Object.entries(writtenDocuments())) writeFileSync(path, text)
  writeDocsAssets()
}
