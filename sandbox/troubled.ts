import type { Faults, Target } from './faults.ts'
import { takeFaults } from './faults.ts'
import type { World } from './world.ts'

const SLOW_MS = 3_000
const TIMEOUT_MS = 20_000

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

type Answers = {
  /** What the call does when nothing stops it, and its answer. */
  act: (faults: Faults) => Response | Promise<Response>
  /** The gateway's own shape of a 500. */
  serverError: () => Response
  /** The gateway's own way to refuse, with the code asked for. */
  refused: (failureCode: string | null) => Response
}

/** Runs one call of the outside world through the faults that are switched on for it. */
export async function troubled(world: World, target: Target, kind: string, answers: Answers): Promise<Response> {
  const faults = takeFaults(world, target, kind)
  if (faults.has('down')) return new Response('Service Unavailable', { status: 503 })
  const hanging = faults.get('timeoutNotHappened')
  if (hanging) {
    await sleep(hanging.ms ?? TIMEOUT_MS)
    return new Response('Gateway Timeout', { status: 504 })
  }
  if (faults.has('serverErrorNotHappened')) return answers.serverError()
  const refusal = faults.get('refused')
  if (refusal) return answers.refused(refusal.failureCode)
  const slow = faults.get('slow')
  if (slow) await sleep(slow.ms ?? SLOW_MS)

  const answer = await answers.act(faults)
  const late = faults.get('timeoutHappened')
  if (late) await sleep(late.ms ?? TIMEOUT_MS)
  if (faults.has('serverErrorHappened')) return answers.serverError()
  if (faults.has('garbage')) return new Response('<html><body>Bad gate', { headers: { 'content-type': 'text/html' } })
  return answer
}
