import { timingSafeEqual } from 'node:crypto'
import type { Env } from '../env.ts'
import { Defect } from '../kernel/defect.ts'
import { hmac } from '../kernel/digest.ts'
import { MINUTE_MS } from '../kernel/time.ts'
import { runCron } from './run.ts'

/*
 * The platform starts cron anywhere, far from the database, and places only requests beside it. So the clock sends a request
 * to this Worker through its binding to itself (SELF), and the jobs run in that request. CODE_SECRET proves that the clock
 * sent it: for anybody else the path does not exist.
 */
const PATH = '/tick'

/** Runs the jobs of an expression beside the database, to their end. @throws Defect if they were refused or could not run */
export async function askForTick(env: Pick<Env, 'SELF' | 'CODE_SECRET'>, cron: string): Promise<void> {
  const at = String(Date.now())
  const authorization = await proofOf(env, cron, at)
  const answer = await env.SELF.fetch(`https://self${PATH}?${new URLSearchParams({ cron, at })}`, {
    method: 'POST',
    headers: { authorization },
  })
  const text = await answer.text()
  if (!answer.ok) throw new Defect(`the jobs of "${cron}" did not run: ${answer.status} ${text}`)
}

/** Checks that the clock sent a request. @returns its cron expression; undefined if the proof is wrong, or a minute old */
export async function tickOf({ method, url, headers }: Request, env: Pick<Env, 'CODE_SECRET'>) {
  if (method !== 'POST') return undefined
  const { pathname, searchParams } = new URL(url)
  if (pathname !== PATH) return undefined
  const [cron, at] = [searchParams.get('cron') ?? '', searchParams.get('at') ?? '']
  const [proof, given] = [await proofOf(env, cron, at), headers.get('authorization') ?? ''].map((text) =>
    Buffer.from(text),
  )
  const isProved = proof && given && proof.length === given.length && timingSafeEqual(proof, given)
  return isProved && Math.abs(Date.now() - Number(at)) < MINUTE_MS ? cron : undefined
}

const proofOf = ({ CODE_SECRET }: Pick<Env, 'CODE_SECRET'>, cron: string, at: string) =>
  hmac(CODE_SECRET, `tick|${cron}|${at}`)

/**
 * Runs the jobs and all work that they leave, and answers only then: `waitUntil` of a request ends 30 s after its answer, but the
 * clock waits a quarter of an hour for the answer itself.
 */
export async function answerTick(cron: string, env: Env, execution: Pick<ExecutionContext, 'waitUntil' | 'cache'>) {
  const whole = runToTheEnd(cron, env, execution.cache)
  // If the clock is cut off, the jobs still go on for a while.
  execution.waitUntil(whole)
  await whole
  return new Response(null, { status: 204 })
}

async function runToTheEnd(cron: string, env: Env, cache?: CacheContext): Promise<void> {
  const left: Promise<unknown>[] = []
  await runCron(cron, env, { waitUntil: (work) => void left.push(work), ...(cache && { cache }) })
  for (const work of left) await work
}
