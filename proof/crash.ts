/**
 * `npm run proof:crash -- [--cycles 50]`: workerd under load is killed by SIGKILL at a random moment, started again on the
 * same state folder, and audited against the clients' own log and the operators'. Ends with 1 when anything was lost,
 * half done or done twice.
 */
import { AssertionError } from 'node:assert'
import { parseArgs } from 'node:util'
import { pause } from '#testing/running/call.ts'
import { keepSignedIn, memberOfStaff, type Person } from '#testing/running/people.ts'
import { type RunningService, startService } from '#testing/running/start.ts'
import { auditBooks, auditEffects, auditMovements, retry, sweep } from './crash/audit.ts'
import { type Entry, type Journal, newJournal } from './crash/journal.ts'
import { prepareStories, type Story } from './crash/stories.ts'

const { values } = parseArgs({ options: { cycles: { type: 'string', default: '50' } } })
const cycles = Number(values.cycles)
/** Requests that are answered before the kill: counted, so that a slow machine gets as far as a quick one. */
const ANSWERED = { least: 30, most: 150 }

/** Node's own fetch trips over its assertions now and then: the request then counts as cut off. */
const isOurs = (error: unknown) =>
  error instanceof AssertionError || (error as { code?: string }).code === 'ERR_ASSERTION'

/** Everybody acts until the service is gone. @returns what broke before that */
async function load(service: RunningService, stories: Story[], journal: Journal): Promise<string[]> {
  let isKilled = false
  const broken: string[] = []
  const acting = stories.map(async (story) => {
    while (!isKilled) {
      await story(journal).catch((error: unknown) => {
        if (!isKilled && !isOurs(error))
          broken.push(`before the kill: ${error instanceof Error ? error.message : error}`)
      })
    }
  })
  const enough = ANSWERED.least + Math.random() * (ANSWERED.most - ANSWERED.least)
  const answered = () => journal.entries.filter(({ answer }) => answer).length
  for (const deadline = Date.now() + 30_000; answered() < enough && Date.now() < deadline; ) await pause(5)
  // In the middle of whatever is being done then.
  await pause(Math.random() * 50)
  isKilled = true
  await service.kill()
  await Promise.all(acting)
  return broken
}

async function cycle(service: RunningService, stories: Story[], finance: Person) {
  const journal = newJournal(service)
  const wrong = await load(service, stories, journal)
  await service.restart()
  const cut = journal.entries.filter(({ answer }) => answer === undefined).length
  wrong.push(...(await auditEffects(service, journal.entries)))
  wrong.push(...(await retry(service, journal.entries)))
  wrong.push(...(await sweep(service)))
  wrong.push(...(await auditEffects(service, journal.entries)))
  wrong.push(...(await auditMovements(service)))
  wrong.push(...(await auditBooks(service, finance)))
  return { entries: journal.entries, cut, wrong: [...new Set(wrong)] }
}

const startedAt = Date.now()
const service = await startService()
const all: Entry[] = []
let broken = 0
try {
  const { stories, people } = await prepareStories(service)
  for (let n = 1; n <= cycles; n++) {
    const from = Date.now()
    const finance = await memberOfStaff(service, 'ADMIN')
    await Promise.all(people().map((person) => keepSignedIn(service, person)))
    const { entries, cut, wrong } = await cycle(service, stories, finance)
    all.push(...entries)
    broken += wrong.length
    const kept = entries.filter(({ answer }) => answer && answer.status < 300).length
    const facts = `${entries.length} requests, ${kept} acknowledged, ${cut} cut off`
    console.log(`${wrong.length === 0 ? '✓' : '✗'} cycle ${String(n).padStart(3)}  ${facts}, ${seconds(from)}`)
    for (const what of wrong.slice(0, 20)) console.log(`    ${what}`)
  }
  const late = await auditEffects(service, all)
  broken += late.length
  for (const what of late.slice(0, 20)) console.log(`    at the end: ${what}`)
  summary()
} finally {
  await service.end()
}
process.exitCode = broken === 0 ? 0 : 1

function summary(): void {
  for (const [name, group = []] of Object.entries(Object.groupBy(all, (entry) => entry.name)).sort()) {
    const said = Object.entries(Object.groupBy(group, ({ answer }) => answer?.said ?? 'no answer'))
      .map(([word, some = []]) => `${some.length} × ${word}`)
      .join(', ')
    console.log(`  ${name.padEnd(18)} ${said}`)
  }
  console.log(
    `${cycles} cycles, ${broken === 0 ? '0 lost, 0 half done, 0 done twice' : `${broken} breaks`}, ${seconds(startedAt)}`,
  )
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
