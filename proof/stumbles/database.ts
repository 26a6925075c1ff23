import { env } from 'cloudflare:workers'
import { LOST, OVERLOADED, RESET, type Stumble, shakyDatabase } from '#testing/fixtures/shaky-database.ts'

/** Faults of one trip of a story, and how many tries they last. */
export const STUMBLES: Record<string, Stumble & { tries: number }> = {
  'lost before it began': { when: 'before', message: LOST, tries: 1 },
  'lost after it was done': { when: 'after', message: LOST, tries: 1 },
  'reset after it was done': { when: 'after', message: RESET, tries: 1 },
  'lost for as long as it is tried': { when: 'before', message: LOST, tries: 3 },
  overloaded: { when: 'before', message: OVERLOADED, tries: 1 },
  'overloaded for as long as it is tried': { when: 'before', message: OVERLOADED, tries: 3 },
}

let made = 0
let isListening = false
let fault: (Stumble & { at: number; tries: number }) | undefined
/** The statements of the trip that stumbled. */
let struck: string[] | undefined

const isStruck = () => fault !== undefined && made >= fault.at && made < fault.at + fault.tries

/** Puts the database that stumbles in the place of the Worker's own, once for all requests and jobs, as production has it. */
export function takeDatabase(): void {
  const { DB } = shakyDatabase(env.DB, ({ sql }) => {
    if (!isListening) return undefined
    made++
    if (!isStruck()) return undefined
    struck ??= sql
    return fault
  })
  Object.assign(env, { DB })
}

/** From now on trips are counted, and the one of this number stumbles. */
export function strikeAt(at: number, name: keyof typeof STUMBLES | undefined): void {
  made = 0
  struck = undefined
  const stumble = name === undefined ? undefined : STUMBLES[name]
  fault = stumble && { ...stumble, at }
}

/** The service works; what is looked up beside it is not a trip of the story. */
export async function listening<T>(work: () => Promise<T>): Promise<T> {
  isListening = true
  try {
    return await work()
  } finally {
    isListening = false
  }
}

/** Number of trips that the story made so far, and the statements at which it stumbled. */
export const tripsMade = () => ({ made, struck })
