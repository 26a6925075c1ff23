import { codesTo } from '../proof/call.ts'
import type { World } from '../proof/world.ts'
import { DEMO_PASSWORD } from '../seed/people.ts'
import type { Case, Wanted } from './case.ts'
import { type As, type Document, fetchDocument, mayCall, type Operation, operationsOf } from './document.ts'
import type { Findings } from './findings.ts'
import { fence } from './garden.ts'
import { housekeeping } from './housekeeping.ts'
import { invalidCase } from './invalid.ts'
import { faultsOf } from './oracle/judge.ts'
import type { Secrets } from './oracle/secrets.ts'
import { shapeFaults } from './oracle/shape.ts'
import { type Cast, gather, type Person, signIn } from './people.ts'
import { Pool } from './pool.ts'
import { type Random, randomOf, seedOf } from './random.ts'
import { remember } from './remember.ts'
import { compile, type Schemas } from './schemas.ts'
import { type Answer, send } from './send.ts'
import { Tally } from './tally.ts'
import { validCase } from './valid.ts'

const ALL: As[] = ['guest', 'BUYER', 'SELLER', 'RIDER', 'SUPPORT', 'ADMIN', 'ACCOUNTANT']
const AT_ONCE = 8

export type Plan = {
  /** Valid ones of each operation, and as many invalid ones. */
  cases: number
  seed: number
  only?: (operationId: string) => boolean
  /** Headers of every request, for the test build. */
  headers?: Record<string, string>
}

/** What a campaign needs beside its plan; one stage can be played on several times. */
export type Stage = {
  world: World
  document: Document
  schemas: Schemas
  cast: Cast
  pool: Pool
  secrets: Secrets
  count: number
}

export async function setStage(world: World): Promise<Stage> {
  const document = await fetchDocument(world.api)
  const cast = await gather(world)
  const pool = new Pool()
  for (const { id } of cast.all) pool.forbidden.add(id)
  await fence(world, pool)
  const people = await world.sql<{ email: string; phone: string | null }>('SELECT email, phone FROM users')
  const secrets = {
    never: new Set([DEMO_PASSWORD, ...cast.all.flatMap(({ token, refreshToken }) => [token, refreshToken])]),
    notToGuests: new Set(people.flatMap(({ email, phone }) => (phone ? [email, phone] : [email]))),
  }
  return { world, document, schemas: compile(document), cast, pool, secrets, count: 0 }
}

/** Asks the service `cases` valid and as many invalid things of every operation, and judges each answer. */
export async function campaign(stage: Stage, plan: Plan, findings: Findings, tally = new Tally()): Promise<void> {
  const operations = operationsOf(stage.document).filter(({ operationId }) => plan.only?.(operationId) ?? true)
  const stopKeeping = housekeeping(stage)
  const jobs = function* () {
    for (let at = 0; at < plan.cases; at++)
      for (const operation of operations)
        for (const wanted of ['valid', 'invalid'] as const) yield { operation, wanted, at }
  }
  const queue = jobs()
  const work = async () => {
    for (const { operation, wanted, at } of queue)
      await play(
        stage,
        plan,
        operation,
        wanted,
        randomOf(seedOf(plan.seed, `${operation.operationId} ${wanted}`, at)),
        findings,
        tally,
      )
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  } finally {
    await stopKeeping()
  }
}

async function play(
  stage: Stage,
  plan: Plan,
  operation: Operation,
  wanted: Wanted,
  random: Random,
  findings: Findings,
  tally: Tally,
) {
  const as = roleFor(operation, random)
  const caller = await stage.cast.caller(operation, as, random)
  const next = () => ++stage.count
  const known = /VerifyEmail|LoginPassword/.test(operation.operationId) ? stage.pool.one('account', random) : undefined
  const account: { email: string; password: string } | undefined = known && JSON.parse(known)
  const codes = await codesFor(stage.world, operation, caller, account?.email)
  const facts = { random, pool: stage.pool, codes, caller, account, next }
  const make = wanted === 'valid' ? validCase : invalidCase
  const made = make({ document: stage.document, schemas: stage.schemas, operation, as, facts })
  if (!made) return tally.skip(operation)
  const asked = plan.headers ? { ...made, headers: { ...made.headers, ...plan.headers } } : made
  try {
    const answer = await sendSignedIn(stage, asked, asked.headers.authorization ? undefined : caller)
    tally.add(asked, answer)
    if (answer.status < 300) remember(stage.pool, asked, answer, caller)
    const faults = faultsOf(asked, answer, stage.schemas, stage.secrets)
    if (answer.headers.has('etag') && random.chance(0.2)) faults.push(...(await unchangedFaults(stage, asked, answer)))
    if (asked.headers['idempotency-key'] && answer.status < 300)
      faults.push(...(await replayFaults(stage, asked, answer, caller)))
    for (const fault of faults)
      findings.add({ operation: operation.operationId, as, fault, request: say(asked), answer })
  } catch (error) {
    const answer = { status: 0, headers: new Headers(), type: '', text: String(error), body: undefined }
    findings.add({ operation: operation.operationId, as, fault: 'no answer', request: say(asked), answer })
  }
}

/** Mostly those who may call it; the others see that they may not. */
function roleFor({ access }: Operation, random: Random): As {
  const may = ALL.filter((as) => mayCall(access, as))
  const others = ALL.filter((as) => !may.includes(as))
  if (access === 'public') return random.chance(0.4) ? 'guest' : random.pick(may)
  return random.chance(0.82) || others.length === 0 ? random.pick(may) : random.pick(others)
}

/** A session that ended by what another case did (a role, a password) is opened again, once. */
async function sendSignedIn({ world }: Stage, asked: Case, caller: Person | undefined): Promise<Answer> {
  const answer = await send(world.api, asked, caller)
  if (answer.status !== 401 || !caller || answer.body?.error?.reason || asked.operation.access === 'public')
    return answer
  return send(world.api, asked, await signIn(world, caller))
}

const TAKES_CODE = /Verify|Confirm|Payout|Handover|Pickup|Deliver/

async function codesFor(
  world: World,
  { operationId }: Operation,
  caller: Person | undefined,
  email: string | undefined,
): Promise<string[]> {
  if (email) return codesTo(world, email)
  if (!caller || !TAKES_CODE.test(operationId)) return []
  return codesTo(world, caller.asked && /Phone|PayoutNumber/.test(operationId) ? caller.asked : caller.email)
}

/** A guest who has the answer already is told that it is the same. */
async function unchangedFaults({ world, schemas }: Stage, asked: Case, first: Answer): Promise<string[]> {
  if (asked.as !== 'guest' || asked.headers.authorization) return []
  const headers = { ...asked.headers, 'if-none-match': first.headers.get('etag') ?? '' }
  const again = await send(world.api, { ...asked, headers }, undefined)
  if (again.status === 200 && again.headers.get('etag') !== first.headers.get('etag')) return []
  return again.status === 304
    ? [...shapeFaults(asked.operation, schemas, again)]
    : [`answers ${again.status} to its own ETag`]
}

/** The same key and body again is the same answer, marked as a replay (contract.md section 1). */
async function replayFaults(
  { world }: Stage,
  asked: Case,
  first: Answer,
  caller: Person | undefined,
): Promise<string[]> {
  if (asked.body instanceof FormData) return []
  const again = await send(world.api, asked, caller)
  if (again.status === 401 || again.status === 429 || first.headers.has('idempotent-replayed')) return []
  const isSame = again.status === first.status && again.text === first.text
  return isSame && again.headers.get('idempotent-replayed') === 'true'
    ? []
    : [`answered ${again.status} to the same Idempotency-Key`]
}

function say({ operation: { method }, address, headers, body }: Case): string {
  const text =
    body instanceof FormData
      ? JSON.stringify([...body].map(([name, part]) => [name, typeof part === 'string' ? part : '(file)']))
      : body
  const shown = text instanceof Uint8Array ? new TextDecoder().decode(text) : text
  return `${method} ${address} ${JSON.stringify(headers)} ${shown?.slice(0, 700) ?? ''}`
}
