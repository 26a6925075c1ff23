import { expect, it } from 'vitest'
import { stumbleEverywhere } from './campaign.ts'

it('loses nothing and does nothing twice, at some of the trips of the main job', async () => {
  const { stories, broken } = await stumbleEverywhere(Number(process.env.ONE_IN ?? 97))
  expect(broken).toEqual([])
  expect(stories).toBeGreaterThan(5)
})
