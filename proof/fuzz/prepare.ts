import { ROLES } from '#kernel/roles.ts'
import { isCallback, signedCallback } from './callbacks.ts'
import type { Stage } from './campaign.ts'
import type { Case } from './case.ts'
import { type As, mayCall, type Operation } from './document.ts'
import { codesFor, factsOf } from './facts.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import type { Scene } from './scenes.ts'
import type { Tally } from './tally.ts'
import { stagedCase, validCase } from './valid.ts'

/** One case to come: the how manieth of an operation. */
export type Turn = { operation: Operation; at: number; random: Random }
type Prepared = { asked: Case; caller?: Person | undefined }

const ALL: As[] = ['guest', ...ROLES]
/** Successes of an operation after which scenes for it are set only now and then: each is a dozen requests. */
const ENOUGH = 10

/** A request: a callback as its gateway signs it, one for which a scene was set, or one out of what is there. */
export async function prepare(stage: Stage, turn: Turn, tally: Tally): Promise<Prepared | undefined> {
  const { operation, at, random } = turn
  if (isCallback(operation) && random.chance(0.5)) {
    const asked = await signedCallback(stage.service, operation, random)
    if (asked) return { asked }
  }
  const isRare = tally.successesOf(operation) < ENOUGH
  if (stage.scenes.has(operation) && random.chance(isRare ? 0.5 : 0.04)) {
    const scene = await stage.scenes.set(operation, random).catch((error: Error) => {
      tally.unset(operation, error.message)
    })
    if (scene) return staged(stage, turn, scene)
  }
  const as = roleFor(operation, at, random)
  const facts = factsOf(stage, operation, at, random)
  facts.caller = await stage.callers.caller(operation, as, random)
  facts.codes = await codesFor(stage, operation, facts)
  const asked = validCase({ document: stage.document, schemas: stage.schemas, operation, as, facts })
  return asked && { asked, caller: facts.caller }
}

/** The scene's own request. Its caller is somebody who may call it. */
function staged(stage: Stage, { operation, at, random }: Turn, scene: Scene): Prepared {
  const { document, schemas } = stage
  const isSignedIn = scene.headers.authorization !== undefined
  const as: As = isSignedIn ? (ROLES.find((role) => mayCall(operation.access, role)) ?? 'BUYER') : 'guest'
  const facts = factsOf(stage, operation, at, random)
  return { asked: stagedCase({ document, schemas, operation, as, facts }, scene) }
}

/** Mostly those who may call it; in each fifth case the others, in turn, who see that they may not. */
export function roleFor({ access }: Operation, at: number, random: Random): As {
  const may = ALL.filter((as) => mayCall(access, as))
  const others = ALL.filter((as) => !may.includes(as))
  if (access === 'public') return random.chance(0.4) ? 'guest' : random.pick(may)
  const other = at % 5 === 4 ? others[Math.floor(at / 5) % others.length] : undefined
  return other ?? random.pick(may)
}
