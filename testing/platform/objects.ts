import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

Object.assign(globalThis, { WebSocketRequestResponsePair: class {} })

/** Base class of a Durable Object. */
export class DurableObject<Env = unknown> {
  protected readonly ctx: ReturnType<typeof stateOf>
  protected readonly env: Env
  constructor(ctx: ReturnType<typeof stateOf>, env: Env) {
    this.ctx = ctx
    this.env = env
  }
  alarm?(): Promise<void>
}

type Living = DurableObject & Record<string, unknown>
type ObjectClass = new (ctx: ReturnType<typeof stateOf>, env: unknown) => Living

/** One object a name, made when it is first called. Its calls are not queued: between two awaits it runs alone, as there. */
export function namespaceOf(type: ObjectClass, env: object) {
  let living = new Map<string, Living>()
  return {
    getByName(name: string) {
      const known = living.get(name)
      if (known) return known
      const state = stateOf(() => living.get(name)?.alarm?.())
      const object = new type(state, env)
      living.set(name, object)
      return object
    },
    empty() {
      living = new Map()
    },
  }
}

function stateOf(ring: () => Promise<void> | undefined) {
  const values = new Map<string, unknown>()
  let database: DatabaseSync | undefined
  const prepared = new Map<string, StatementSync>()
  let alarm: NodeJS.Timeout | undefined
  return {
    // No socket opens in plain Node: a test of live connections runs in workerd.
    setWebSocketAutoResponse: () => undefined,
    getWebSockets: () => [],
    waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
    storage: {
      get: async (key: string) => structuredClone(values.get(key)),
      put: async (key: string, value: unknown) => void values.set(key, structuredClone(value)),
      delete: async (key: string) => values.delete(key),
      deleteAll: async () => values.clear(),
      setAlarm: async (at: number) => {
        clearTimeout(alarm)
        alarm = setTimeout(() => void ring()?.catch(() => undefined), Math.max(0, at - Date.now()))
        alarm.unref()
      },
      deleteAlarm: async () => clearTimeout(alarm),
      sql: {
        exec(query: string, ...bound: SQLInputValue[]) {
          database ??= new DatabaseSync(':memory:')
          if (bound.length === 0 && query.trim().split(';').length > 2) {
            database.exec(query)
            return { toArray: () => [] }
          }
          const statement = prepared.get(query) ?? database.prepare(query)
          prepared.set(query, statement)
          const rows = statement.all(...bound)
          return { toArray: () => rows.map((row) => ({ ...row })) }
        },
      },
    },
  }
}
