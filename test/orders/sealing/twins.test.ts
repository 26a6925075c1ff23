import { beforeAll, expect, it } from 'vitest'
import { clockGoesOn } from '#testing/stories/production.ts'
import { growOld } from '#testing/stories/sealing/sealed.ts'
import { ACTS, doneOn, newTeam, newTwin, type Team, type Twin } from '#testing/stories/sealing/twins.ts'

// Rule 8.6.2, its ground: two warm orders of one story and age answer each act alike.

clockGoesOn()

let [one, other] = [{} as Twin, {} as Twin]
let team = {} as Team
beforeAll(async () => {
  one = await newTwin()
  other = await newTwin()
  team = await newTeam()
  await growOld(80)
}, 120_000)

it.each(Object.entries(ACTS))('8.6.2 warm orders of one age answer alike: %s', { timeout: 60_000 }, async (_, act) => {
  expect(await doneOn(one, team, act)).toEqual(await doneOn(other, team, act))
})
