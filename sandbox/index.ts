import type { Env } from './world.ts'

export { World } from './world.ts'

/** The outside world in one Worker: every call goes to the one World, so that all its events have one order. */
export default {
  async fetch(request, env) {
    // Read whole first: a World that answers before it has read a streamed body (a 401, say) breaks the stream.
    const whole = request.body ? new Request(request, { body: await request.arrayBuffer() }) : request
    return env.WORLD.getByName('world').fetch(whole)
  },
} satisfies ExportedHandler<Env>
