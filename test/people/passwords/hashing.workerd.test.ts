import { expect, it } from 'vitest'
import { hashPassword } from '#domain/people/passwords/hash.ts'
import { together } from '#testing/api.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { PASSWORD } from '#testing/fixtures/people.ts'

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0))

it('eight passwords hashed at once leave the thread to other requests between any two of them', async () => {
  const ctx = contextNow()
  const events: string[] = []
  const hashes = () => events.filter((event) => event === 'hash').length
  const all = together(8, () => hashPassword(ctx, PASSWORD).then(() => events.push('hash')))
  for (let turns = 0; hashes() < 8 && turns < 10_000; turns++) {
    await nextTurn()
    events.push('turn')
  }
  await all
  expect(hashes()).toBe(8)
  expect(events.join(' ')).not.toContain('hash hash')
})
