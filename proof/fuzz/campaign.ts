import { aSubcategory } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { DEMO_PASSWORD } from '../../scripts/seed/people.ts'
import type { Case } from './case.ts'
import { type Document, fetchDocument, type Operation, operationsOf } from './document.ts'
import type { Findings } from './findings.ts'
import { housekeeping } from './housekeeping.ts'
import { faultsOf } from './oracle/judge.ts'
import type { Secrets } from './oracle/secrets.ts'
import { shapeFaults } from './oracle/shape.ts'
import { type Callers, gatherCallers, type Person } from './people.ts'
import { Pool } from './pool.ts'
import { prepare, type Turn } from './prepare.ts'
import { protectFixtures } from './protect-fixtures.ts'
import { randomOf, seedOf } from './random.ts'
import { remember } from './remember.ts'
import { Scenes } from './scenes.ts'
import { compile, type Schemas } from './schemas.ts'
import { type Answer, send } from './send.ts'
import { Tally } from './tally.ts'

const AT_ONCE = 8

export type Plan = {
  /** So many of each operation. */
  cases: number
  seed: number
  only?: (operationId: string) => boolean
  /** Headers of every request, for the test build. */
  headers?: Record<string, string>
}

/** Everything that a campaign needs beside its plan; one stage can be played on several times. */
export type Stage = {
  service: RunningService
  document: Document
  schemas: Schemas
  callers: Callers
  pool: Pool
  secrets: Secrets
  scenes: Scenes
  count: number
}

export async function setStage(service: RunningService): Promise<Stage> {
  const document = await fetchDocument(service.api)
  const callers = await gatherCallers(service)
  const pool = new Pool()
  for (const { id } of callers.all) pool.forbidden.add(id)
  await protectFixtures(service, pool)
  const people = await service.sql<{ email: string; phone: string | null }>('SELECT email, phone FROM users')
  const secrets = {
    never: new Set([DEMO_PASSWORD, ...callers.all.flatMap(({ token, refreshToken }) => [token, refreshToken])]),
    notToGuests: new Set(people.flatMap(({ email, phone }) => (phone ? [email, phone] : [email]))),
  }
  // Scenes sell in a subcategory of the demo's, before the cases make others.
  await aSubcategory(service)
  const scenes = new Scenes(service, operationsOf(document), pool, secrets)
  return { service, document, schemas: compile(document), callers, pool, secrets, scenes, count: 0 }
}

/** Asks the service `cases` things of every operation, and judges each answer. */
export async function campaign(stage: Stage, plan: Plan, findings: Findings, tally = new Tally()): Promise<void> {
  const operations = operationsOf(stage.document).filter(({ operationId }) => plan.only?.(operationId) ?? true)
  const stopKeeping = housekeeping(stage)
  const jobs = function* () {
    for (let at = 0; at < plan.cases; at++)
      for (const operation of operations)
        yield { operation, at, random: randomOf(seedOf(plan.seed, operation.operationId, at)) }
  }
  const queue = jobs()
  const work = async () => {
    for (const turn of queue) await play(stage, plan, turn, findings, tally)
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  } finally {
    await stopKeeping()
  }
}

async function play(stage: Stage, plan: Plan, turn: Turn, findings: Findings, tally: Tally): Promise<void> {
  const { operation } = turn
  const { asked, caller } = (await prepare(stage, turn, tally).catch(unprepared(operation, findings))) ?? {}
  if (!asked) return tally.skip(operation)
  const sent = { ...asked, headers: { ...asked.headers, ...plan.headers } }
  const found = (fault: string, answer: Answer) =>
    findings.add({ operation: operation.operationId, as: asked.as, fault, request: say(sent), answer })
  try {
    const answer = await sendSignedIn(stage, sent, asked.headers.authorization ? undefined : caller)
    tally.add(sent, answer)
    if (answer.status < 300) remember(stage.pool, sent, answer, caller)
    const faults = faultsOf(sent, answer, stage.schemas, stage.secrets)
    if (answer.headers.has('etag') && turn.random.chance(0.2))
      faults.push(...(await unchangedFaults(stage, sent, answer)))
    if (sent.headers['idempotency-key'] && answer.status < 300)
      faults.push(...(await replayFaults(stage, sent, answer, caller)))
    for (const fault of faults) found(fault, answer)
  } catch (error) {
    found('no answer', nothing(error))
  }
}

const nothing = (error: unknown): Answer => ({
  status: 0,
  headers: new Headers(),
  type: '',
  text: String(error),
  body: undefined,
})

/** The service is also asked for the material of a case: somebody new, the codes of somebody known. */
const unprepared =
  ({ operationId }: Operation, findings: Findings) =>
  (error: unknown) => {
    const fault = 'a case could not be prepared'
    findings.add({ operation: operationId, as: 'anybody', fault, request: '', answer: nothing(error) })
    return undefined
  }

const REVIVALS = 3

/** A session that ended by what another case did (a role, a password) is opened again; it may end again meanwhile. */
async function sendSignedIn({ service, callers }: Stage, asked: Case, caller: Person | undefined): Promise<Answer> {
  let answer = await send(service.api, asked, caller)
  if (!caller || asked.operation.access === 'public') return answer
  for (let revived = 0; revived < REVIVALS && hasEnded(answer); revived++)
    answer = await send(service.api, asked, await callers.revive(caller))
  return answer
}

const hasEnded = ({ status, body }: Answer) =>
  status === 401 && [undefined, 'TOKEN_EXPIRED'].includes(body?.error?.reason)

/** A guest who has the answer already is told that it is the same. */
async function unchangedFaults({ service, schemas }: Stage, asked: Case, first: Answer): Promise<string[]> {
  if (asked.as !== 'guest' || asked.headers.authorization) return []
  const headers = { ...asked.headers, 'if-none-match': first.headers.get('etag') ?? '' }
  const again = await send(service.api, { ...asked, headers }, undefined)
  if (again.status === 200 && again.headers.get('etag') !== first.headers.get('etag')) return []
  return again.status === 304
    ? [...shapeFaults(asked.operation, schemas, again)]
    : [`answers ${again.status} to its own ETag`]
}

/** Repeats a request with its key and body: the answer is about the same thing, read again, and marked as a replay (docs/conventions.md, Idempotency-Key). */
async function replayFaults(
  { service }: Stage,
  asked: Case,
  first: Answer,
  caller: Person | undefined,
): Promise<string[]> {
  if (asked.body instanceof FormData) return []
  const again = await send(service.api, asked, caller)
  if (again.status === 401 || again.status === 429 || first.headers.has('idempotent-replayed')) return []
  const isSame = again.status === first.status && again.body?.data?.id === first.body?.data?.id
  return isSame && again.headers.get('idempotent-replayed') === 'true'
    ? []
    : [`answered ${again.status} to the same Idempotency-Key`]
}

function say({ operation: { method }, address, headers, body }: Case): string {
  const text =
    body instanceof FormData
      ? JSON.stringify([...body].map(([name, part]) => [name, typeof part === 'string' ? part : '(file)']))
      : body
  return `${method} ${address} ${JSON.stringify(headers)} ${text?.slice(0, 700) ?? ''}`
}
