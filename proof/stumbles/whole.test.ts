import { expect, it } from 'vitest'
import { stumbleEverywhere } from './campaign.ts'

it('loses nothing and does nothing twice, whichever trip of the main job the database stumbles over', async () => {
  const { stories, trips, broken, told } = await stumbleEverywhere(Number(process.env.ONE_IN ?? 1))
  console.log(`${stories} stories over ${trips} trips, ${broken.length} breaks`)
  for (const [what, times] of Object.entries(told)) console.log(`  ${times} × ${what}`)
  for (const one of broken) console.log(`✗ ${one}`)
  expect(broken.length).toBe(0)
})
