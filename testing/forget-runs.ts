import { env } from 'cloudflare:workers'

/** A test that moved the clock on leaves no run of a job in the time to come: laws count from there. */
export const forgetRunsToCome = () =>
  env.DB.prepare(`DELETE FROM heartbeats WHERE job = 'reportWaitingRefunds' AND succeeded_at > ?`)
    .bind(Date.now())
    .run()
