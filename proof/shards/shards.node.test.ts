import { expect, it } from 'vitest'
import { play, type Scene } from './play.ts'

const SCENES: Scene[] = [true, false].flatMap((isPaid) =>
  (['in time', 'late', 'sold out'] as const).flatMap((lateness) =>
    [true, false].map((asksAgain) => ({ isPaid, lateness, asksAgain })),
  ),
)

/** Plays a scene with each crash, and with each second one after it. */
async function strike(scene: Scene) {
  const [wrong, ends] = [[] as string[], new Set<string>()]
  const { points } = await play(scene, [])
  for (let first = 0; first < points; first++) {
    const { points: reached } = await play(scene, [first])
    for (let second = first; second < reached; second++) {
      const end = await play(scene, [first, second])
      ends.add(end.ends)
      for (const what of end.wrong) wrong.push(`${what} after ${first} and ${second}`)
    }
  }
  return { wrong, ends }
}

it('8.6.4 a checkout over two databases survives a crash at each point', async () => {
  const all = new Set<string>()
  for (const scene of SCENES) {
    const { wrong, ends } = await strike(scene)
    expect(wrong, JSON.stringify(scene)).toEqual([])
    for (const end of ends) all.add(end)
  }
  expect([...all].sort()).toEqual([
    'CANCELLED, CANCELLED',
    'PENDING_SELLER_REVIEW, CANCELLED',
    'PENDING_SELLER_REVIEW, PENDING_SELLER_REVIEW',
    'none, CANCELLED',
    'none, none',
  ])
})

it('finds a letter that was marked before it was read', async () => {
  const { wrong } = await strike({ isPaid: true, lateness: 'in time', asksAgain: false, marksFirst: true })
  expect(wrong.length).toBeGreaterThan(0)
})
