/** `npm run docs`: writes the documents that come from the code. A test fails while they differ. */
import { writeFileSync } from 'node:fs'
import { operationsPage } from './docs/operations.ts'

/** The documents that come from the code, with the text that they must have. */
export const writtenDocuments = (): Record<string, string> => ({ 'docs/operations.md': operationsPage() })

if (import.meta.main) for (const [path, text] of Object.entries(writtenDocuments())) writeFileSync(path, text)
