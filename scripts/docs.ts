/** `npm run docs`: writes what the documents take from the code. A test fails while they differ. */
import { writeFileSync } from 'node:fs'
import { examplesFilled } from './docs/examples.ts'
import { operationsPage } from './docs/operations.ts'

/** The documents that are written, whole or in part, and their text as it has to be. */
export const writtenDocuments = (): Record<string, string> => ({
  'docs/operations.md': operationsPage(),
  'CONTRIBUTING.md': examplesFilled('CONTRIBUTING.md'),
})

if (import.meta.main) for (const [path, text] of Object.entries(writtenDocuments())) writeFileSync(path, text)
