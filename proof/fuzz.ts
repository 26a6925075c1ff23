/**
 * `npm run proof:fuzz -- --cases N [--seed S] [--only operationId]`: requests of every operation as the OpenAPI document of
 * the running Worker allows them; `--no-story` leaves out the demo that is played first. With `--planted`: whether
 * each of eight planted faults is found.
 */
import { parseArgs } from 'node:util'
import { startService } from '#testing/running/start.ts'
import { campaign, setStage } from './fuzz/campaign.ts'
import { Findings } from './fuzz/findings.ts'
import { FAULTY, huntPlanted } from './fuzz/planted.ts'
import { playStory } from './fuzz/story.ts'
import { Tally } from './fuzz/tally.ts'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    planted: { type: 'boolean', default: false },
    'no-story': { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const cases = Number(values.cases)
const { only } = values
/** In fewer cases of each, an operation may have no success by chance. */
const ENOUGH_CASES = 50

const startedAt = Date.now()
const seconds = () => Math.round((Date.now() - startedAt) / 1000)

async function fuzz(): Promise<boolean> {
  const service = await startService({ data: 'demo' })
  try {
    const stage = await setStage(service)
    console.log(`The market runs after ${seconds()} s. Seed ${seed}.`)
    const findings = new Findings()
    const tally = new Tally()
    if (!values['no-story']) await playStory(stage, findings, tally)
    const plan = { cases, seed, ...(only && { only: (operationId: string) => operationId.includes(only) }) }
    const progress = setInterval(() => console.log(`${seconds()} s: ${tally.asked} cases`), 60_000)
    await campaign(stage, plan, findings, tally).finally(() => clearInterval(progress))
    let unexplained = 0
    for (const line of tally.lines()) console.log(line)
    for (const line of findings.lines()) console.log(line)
    for (const line of tally.unsetLines()) console.log(line)
    for (const { operationId, said } of tally.barren()) {
      console.log(`${operationId} never succeeded: ${said}`)
      // Without a scene, whether the state for it is there is left to chance.
      if (stage.scenes.has({ operationId }) && cases >= ENOUGH_CASES) unexplained++
    }
    console.log(
      `\n${tally.asked} cases, ${seconds()} s, seed ${seed}: ${findings.size} findings, ${unexplained} operations with a scene and without success.`,
    )
    return findings.size + unexplained === 0
  } finally {
    await service.end()
  }
}

async function plant(): Promise<boolean> {
  const service = await startService({ entry: FAULTY, data: 'demo' })
  try {
    const hunts = await huntPlanted(service, { seed, cases })
    for (const { what, found, before } of hunts) {
      console.log(`${found && !before ? 'found ' : 'MISSED'}  ${what}`)
      console.log(`        ${before ? `without it: ${before}` : found}`)
    }
    console.log(
      `\n${hunts.filter(({ found, before }) => found && !before).length} of ${hunts.length} in ${seconds()} s, seed ${seed}.`,
    )
    return hunts.every(({ found, before }) => found && !before)
  } finally {
    await service.end()
  }
}

if (!(await (values.planted ? plant() : fuzz()))) process.exitCode = 1
