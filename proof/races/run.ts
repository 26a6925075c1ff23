import { type Answer, call, type Somebody } from '#testing/running/call.ts'
import type { RunningService } from '#testing/running/start.ts'
import type { AnyRace } from './race.ts'

export type Result = {
  name: string
  rounds: number
  /** Number of answers by what they said. */
  said: Record<string, number>
  breaks: string[]
  tookMs: number
}

/** Situations that are prepared side by side; a round itself runs alone. */
const AT_ONCE = 4

/** Runs all rounds of one race. A round that breaks says how; the others still run. */
export async function runRace(service: RunningService, race: AnyRace, rounds: number, width: number): Promise<Result> {
  const startedAt = Date.now()
  const result: Result = { name: race.name, rounds, said: {}, breaks: [], tookMs: 0 }
  try {
    const stage = await race.stage(service)
    for (let done = 0; done < rounds; done += AT_ONCE) {
      const count = Math.min(AT_ONCE, rounds - done)
      const situations = await Promise.all(Array.from({ length: count }, () => race.prepare(service, stage)))
      for (const [at, situation] of situations.entries()) {
        const answers = await Promise.all(Array.from({ length: width }, (_, i) => race.send(service, situation, i)))
        for (const { said } of answers) result.said[said] = (result.said[said] ?? 0) + 1
        const wrong = [...judge(race, answers), (await race.check?.(service, situation, answers)) || []].flat()
        result.breaks.push(...wrong.map((what) => `round ${done + at + 1}: ${what}`))
      }
    }
  } catch (error) {
    result.breaks.push(error instanceof Error ? error.message : String(error))
  }
  return { ...result, tookMs: Date.now() - startedAt }
}

function judge({ succeed, refusals }: AnyRace, answers: Answer[]): string[] {
  const width = answers.length
  const successes = answers.filter(({ status }) => status >= 200 && status < 300).length
  const { least, most } =
    succeed === 'all'
      ? { least: width, most: width }
      : typeof succeed === 'number'
        ? { least: succeed, most: succeed }
        : succeed
  const wrong = successes < least || successes > most ? [`${successes} succeeded, not ${range(least, most)}`] : []
  const refused = Object.groupBy(
    answers.filter(({ status }) => status < 200 || status >= 300),
    ({ said }) => said,
  )
  for (const [said, group = []] of Object.entries(refused)) {
    const allowed = refusals.find((refusal) => (typeof refusal === 'string' ? refusal : refusal.said) === said)
    if (!allowed) wrong.push(`${group.length} times ${said}`)
    else if (typeof allowed !== 'string' && group.length > allowed.most) {
      wrong.push(`${group.length} times ${said}, at most ${allowed.most}`)
    }
  }
  return wrong
}

const range = (least: number, most: number) => (least === most ? String(least) : `${least} to ${most}`)

/** The laws of the books as finance sees them. @returns the names of those that are broken */
export async function brokenLaws(service: RunningService, finance: Somebody): Promise<string[]> {
  const { data, said } = await call(service, finance, 'GET', '/ledger/checks')
  if (!data) return [`GET /ledger/checks answered ${said}`]
  const checks: { name: string; ok: boolean; difference: string }[] = data.checks
  return checks.filter(({ ok }) => !ok).map(({ name, difference }) => `law broken: ${name} (${difference})`)
}
