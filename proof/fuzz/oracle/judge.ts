import type { Case } from '../case.ts'
import type { Schemas } from '../schemas.ts'
import type { Answer } from '../send.ts'
import { type Secrets, secretFaults } from './secrets.ts'
import { shapeFaults } from './shape.ts'
import { isNoStore, pageFaults, verdictFaults } from './verdict.ts'

/** Everything that is wrong with an answer, each in a few words. */
export const faultsOf = (asked: Case, answer: Answer, schemas: Schemas, secrets: Secrets): string[] => [
  ...shapeFaults(asked.operation, schemas, answer),
  ...verdictFaults(asked, answer),
  ...pageFaults(asked, answer),
  ...secretFaults(asked, answer, secrets),
  ...(isNoStore(asked, answer)
    ? []
    : [`answers somebody signed in with Cache-Control ${answer.headers.get('cache-control')}`]),
]
