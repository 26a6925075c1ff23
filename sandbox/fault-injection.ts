import type { Faults, Target } from './faults.ts'
import { takeFaults } from './faults.ts'
import type { Sandbox } from './sandbox.ts'

const SLOW_MS = 3_000
const TIMEOUT_MS = 20_000

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

type Answers = {
  /** Does the work of the call, and answers it. */
  act: (faults: Faults) => Response | Promise<Response>
  /** A 500 in the shape of this service's answers. */
  serverError: () => Response
  /** A refusal in the shape of this service's answers, with the wanted failure code. */
  refused: (failureCode: string | null) => Response
}

/** The refusal of our key, in the words of the service. */
const noEntry = (target: Target, failureCode: string) =>
  target === 'A'
    ? { failureReason: { failureCode, failureMessage: 'The API token is not valid.' } }
    : { status: 'error', message: 'Unauthenticated.', data: {} }

/** Answers one call to the sandbox, with the faults that are switched on for it. */
export async function withFaults(sandbox: Sandbox, target: Target, kind: string, answers: Answers): Promise<Response> {
  const faults = takeFaults(sandbox, target, kind)
  if (faults.has('down')) return new Response('Service Unavailable', { status: 503 })
  if (faults.has('unauthorized')) return Response.json(noEntry(target, 'NO_AUTHENTICATION'), { status: 401 })
  if (faults.has('forbidden')) return Response.json(noEntry(target, 'AUTHORISATION_ERROR'), { status: 403 })
  const timeoutBefore = faults.get('timeoutNotHappened')
  if (timeoutBefore) {
    await sleep(timeoutBefore.ms ?? TIMEOUT_MS)
    return new Response('Gateway Timeout', { status: 504 })
  }
  if (faults.has('serverErrorNotHappened')) return answers.serverError()
  const refusal = faults.get('refused')
  if (refusal) return answers.refused(refusal.failureCode)
  const slow = faults.get('slow')
  if (slow) await sleep(slow.ms ?? SLOW_MS)

  const answer = await answers.act(faults)
  const timeoutAfter = faults.get('timeoutHappened')
  if (timeoutAfter) await sleep(timeoutAfter.ms ?? TIMEOUT_MS)
  if (faults.has('serverErrorHappened')) return answers.serverError()
  if (faults.has('garbage')) return new Response('<html><body>Bad gate', { headers: { 'content-type': 'text/html' } })
  return answer
}
