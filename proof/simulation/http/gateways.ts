import { mbiyopay } from '#providers/mbiyopay.ts'
import { mbiyopayGateway } from '#providers/mbiyopay-gateway.ts'
import { pawapay } from '#providers/pawapay.ts'
import { pawapayGateway } from '#providers/pawapay-gateway.ts'
import type { Providers } from '#providers/providers.ts'
import { Crash, type Task } from '../scheduler.ts'
import { broke, type Simulation } from '../simulation.ts'
import { NetworkError, type Wire } from './answers.ts'
import { answerOfB } from './mbiyopay-server.ts'
import { answerOfA } from './pawapay-server.ts'

const A = 'https://a.gateways.test'
const B = 'https://b.gateways.test/api/v1'
export const PUBLIC = 'https://soko.test'
export const WEBHOOK_SECRET = 'simulated-webhook-secret'

/** A question to a gateway: the part of an HTTP request that its answer depends on. */
export type Asked = { method: string; path: string; query: URLSearchParams; body: Record<string, unknown> }

/** The service's own adapters, whose calls end in the simulated gateways instead of on a network. */
export function gatewaysOf(simulation: Simulation, task: Task): Pick<Providers, 'gateways'> {
  const over = (baseUrl: string, answer: (simulation: Simulation, task: Task, asked: Asked) => Promise<Wire>) =>
    (async (input: string, init: RequestInit) => {
      const { pathname, searchParams } = new URL(input)
      const asked = {
        method: init.method ?? 'GET',
        path: pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, '').length),
        query: searchParams,
        body: init.body ? JSON.parse(String(init.body)) : {},
      }
      const { status, body } = await answer(simulation, task, asked).catch((error: unknown) =>
        explain(simulation, error),
      )
      return new Response(body, { status })
    }) as unknown as typeof globalThis.fetch

  const ofA = pawapay({
    baseUrl: A,
    token: 'simulated-token',
    authority: new URL(PUBLIC).host,
    keyCache: simulation.gateways.keys,
    fetch: over(A, answerOfA),
  })
  const ofB = mbiyopay({
    baseUrl: B,
    secretKey: 'simulated-key',
    webhookSecret: WEBHOOK_SECRET,
    callbackUrl: `${PUBLIC}/api/v1/gatewayB/callbacks`,
    fetch: over(B, answerOfB),
  })
  return { gateways: { A: pawapayGateway(ofA), B: mbiyopayGateway(ofB) } }
}

/** The adapters take whatever is thrown for a lost connection: a fault of this harness must not look like one. */
function explain(simulation: Simulation, error: unknown): never {
  const isMeant = error instanceof Crash || error instanceof NetworkError
  if (!isMeant) broke(simulation, 'the simulated gateways answer', String(error))
  throw error
}
