import { expect, vi } from 'vitest'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { newCategory } from '#testing/fixtures/products.ts'
import { newPlan } from '#testing/fixtures/subscriptions.ts'
import { reset } from '#testing/platform/workers.ts'
import { auditStory } from './audit.ts'
import { told } from './client.ts'
import { STUMBLES, strikeAt, takeDatabase, tripsMade } from './database.ts'
import { type Stage, tellStory } from './story.ts'

const NAMES = Object.keys(STUMBLES)

/** Makes everything that is there before a story begins. */
async function newStage(): Promise<Stage> {
  return {
    planId: (await newPlan()).id,
    subcategoryId: (await newCategory()).subcategoryId,
    rider: await newRider(),
  }
}

/** So many stories share a market, in one isolate that serves them all. */
const FRESH_EVERY = 100

/** A story whose trip of this number stumbles so. @returns its trips, and what broke */
async function play(stage: Stage, at: number, name: string | undefined): Promise<{ made: number; broken?: string }> {
  vi.useRealTimers()
  strikeAt(at, name)
  try {
    await auditStory(await tellStory(stage))
    return { made: tripsMade().made }
  } catch (error) {
    const { made, struck } = tripsMade()
    const where = struck?.map((sql) => sql.replace(/\s+/g, ' ').slice(0, 90)).join('; ')
    return { made, broken: `trip ${at} ${name}: ${error instanceof Error ? error.message : error} at ${where}` }
  }
}

/**
 * The main job, once for each of its trips to the database and each way to stumble there, or for one in so many of them.
 * @returns how many stories were told, over how many trips, what broke, and what clients were told
 */
export async function stumbleEverywhere(oneIn: number) {
  const lines = (['info', 'error'] as const).map((name) => vi.spyOn(console, name).mockReturnValue())
  takeDatabase()
  let stage = await newStage()
  const sound = await play(stage, 0, undefined)
  expect(sound.broken).toBeUndefined()
  const broken: string[] = []
  let stories = 0
  for (let n = 0; n < sound.made * NAMES.length; n += oneIn) {
    const one = await play(stage, 1 + Math.floor(n / NAMES.length), NAMES[n % NAMES.length])
    stories++
    if (one.broken) broken.push(one.broken)
    // The remains of a broken story are not for the next one; and the laws walk through all that is there.
    if (!one.broken && stories % FRESH_EVERY !== 0) continue
    await reset()
    stage = await newStage()
  }
  for (const line of lines) line.mockRestore()
  return { stories, trips: sound.made, broken, told }
}
