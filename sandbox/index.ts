import { refusalAt } from './door.ts'
import type { SandboxObject } from './sandbox-object.ts'

export { SandboxObject } from './sandbox-object.ts'

type Env = { SANDBOX: DurableObjectNamespace<SandboxObject>; DOOR?: string; SANDBOX_PASSWORD?: string }

/** Everything outside the market, in one Worker. Every call goes to the same object, so all events have one order. */
export default {
  async fetch(request, env) {
    const refusal = refusalAt(request, env)
    if (refusal) return refusal
    // The body is read first: an object that answers before it has read a streamed body (a 401, say) breaks the stream.
    const whole = request.body ? new Request(request, { body: await request.arrayBuffer() }) : request
    return env.SANDBOX.getByName('sandbox').fetch(whole)
  },
} satisfies ExportedHandler<Env>
