import type { RunningService } from '#testing/running/start.ts'
import type { AnyRace } from '../races/race.ts'
import { RACES } from '../races/table.ts'
import { isCallback } from './callbacks.ts'
import type { Case } from './case.ts'
import { type Operation, operationAt } from './document.ts'
import type { Secrets } from './oracle/secrets.ts'
import type { Pool } from './pool.ts'
import type { Random } from './random.ts'

/** A request for which everything is in place, its code, its key, its money and its caller's session included. */
export type Scene = Pick<Case, 'address' | 'headers' | 'body' | 'value'>

const RENEW_MS = 9 * 60_000
/** A race whose requests take turns sends each of its operations within so many. */
const TURNS = 12

/** Thrown in place of the request that was about to be made. */
class Ready {
  readonly request: Request
  constructor(request: Request) {
    this.request = request
  }
}

/**
 * The races' table as the fuzzer sees it: a race says how to make the state that an operation needs, and which request then
 * gets through. That request is kept from being sent, so that it can be asked as a case. Operations without a race are asked
 * about what is there.
 */
export class Scenes {
  private readonly rows = new Map<string, AnyRace[]>()
  private readonly stages = new Map<AnyRace, { at: number; stage: Promise<unknown> }>()
  private readonly service: RunningService
  private readonly operations: Operation[]

  constructor(service: RunningService, operations: Operation[], pool: Pool, secrets: Secrets) {
    this.operations = operations
    this.service = { ...service, fetch: this.watched(pool, secrets) }
    for (const operation of operations) {
      // A callback is sent by its gateway.
      const rows = isCallback(operation) ? [] : RACES.filter((race) => race.operations.includes(nameOf(operation)))
      if (rows.length > 0) this.rows.set(operation.operationId, rows)
    }
  }

  has = ({ operationId }: Pick<Operation, 'operationId'>) => this.rows.has(operationId)

  /** Makes the state that an operation needs. @throws when it could not be made */
  async set(operation: Operation, random: Random): Promise<Scene> {
    const row = random.pick(this.rows.get(operation.operationId) ?? [])
    const situation = await row.prepare(this.service, await this.stageOf(row))
    const first = random.below(TURNS)
    for (let turn = first; turn < first + TURNS; turn++) {
      const request = await this.aboutToSend(row, situation, turn)
      if (request && this.operationOf(request)?.operationId === operation.operationId) return sceneOf(request)
    }
    throw new Error(`"${row.name}" never sends it`)
  }

  /** Makes the common part of all situations of a row once, and again before its people's sessions end. */
  private stageOf(row: AnyRace): Promise<unknown> {
    const known = this.stages.get(row)
    if (known && Date.now() - known.at < RENEW_MS) return known.stage
    const stage = row.stage(this.service)
    this.stages.set(row, { at: Date.now(), stage })
    stage.catch(() => this.stages.delete(row))
    return stage
  }

  private async aboutToSend(row: AnyRace, situation: unknown, turn: number): Promise<Request | undefined> {
    const held: typeof fetch = async (...args) => {
      const request = new Request(...args)
      const operation = this.operationOf(request)
      if (operation && row.operations.includes(nameOf(operation))) throw new Ready(request)
      return (this.service.fetch ?? fetch)(request)
    }
    try {
      await row.send({ ...this.service, fetch: held }, situation, turn)
      return undefined
    } catch (thrown) {
      if (thrown instanceof Ready) return thrown.request
      throw thrown
    }
  }

  private operationOf({ method, url }: Request): Operation | undefined {
    return operationAt(this.operations, method, new URL(url).pathname)
  }

  /** Other cases leave alone the people whom a scene signs in; what else it makes is there for them. */
  private watched(pool: Pool, { never }: Secrets): typeof fetch {
    return async (...args) => {
      const request = new Request(...args)
      const path = this.operationOf(request)?.path ?? ''
      const answer = await fetch(request)
      const { data } = (await answer.clone().json()) as { data?: { [key: string]: unknown; user?: { id: string } } }
      if (!path.startsWith('/api/v1/auth/')) pool.harvest(data, path)
      else if (data?.user) pool.forbidden.add(data.user.id)
      for (const token of [data?.accessToken, data?.refreshToken]) if (typeof token === 'string') never.add(token)
      return answer
    }
  }
}

/** As the races' table names it. */
const nameOf = ({ method, path }: Operation) => `${method} ${path.replace('/api/v1', '').replace(/\{(\w+)\}/g, ':$1')}`

async function sceneOf(request: Request): Promise<Scene> {
  const { pathname, search } = new URL(request.url)
  const { 'content-type': type, ...headers } = Object.fromEntries(request.headers)
  const asked = { address: pathname + search, headers }
  if (type === undefined) return asked
  if (type.startsWith('multipart/')) return { ...asked, body: await request.formData() }
  const body = await request.text()
  return { address: asked.address, headers: { ...headers, 'content-type': type }, body, value: JSON.parse(body) }
}
