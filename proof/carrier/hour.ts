import { vi } from 'vitest'
import { randomOf } from '../simulation/random.ts'
import { attackersOf } from './attackers.ts'
import { live } from './clock.ts'
import { meterKv } from './door.ts'
import { Figures } from './figures.ts'
import { liveHonestly } from './honest.ts'
import { settle } from './people.ts'

const DAY_MS = 86_400_000
/** A Monday, on the hour. */
const BEGIN = Date.UTC(2026, 10, 16, 18)

export type Size = { people: number; newcomers: number; guesses: number; registrations: number; smsRequests: number }
export const WHOLE: Size = { people: 2000, newcomers: 60, guesses: 10_000, registrations: 500, smsRequests: 200 }
export const TENTH: Size = { people: 200, newcomers: 6, guesses: 1000, registrations: 50, smsRequests: 20 }

/** Plays one hour behind one address: honest people, and attackers beside them (docs/limits.md, Suspect addresses). */
export async function playHour(size: Size, seed = 1) {
  const random = randomOf(seed)
  vi.useFakeTimers({ toFake: ['Date'], now: BEGIN - DAY_MS })
  const { settled, others } = await settle(random, size)
  meterKv()
  const figures = new Figures()
  const people = [...settled, ...others]
  figures.honest.people = people.length
  const onOwnPhone = settled.filter(({ kind }) => !kind.startsWith('newPhone'))
  const hot = onOwnPhone.filter(({ kind }) => kind.startsWith('attacked'))
  const known = onOwnPhone.filter(({ kind }) => !kind.startsWith('attacked')).slice(0, size.people / 10)
  const nobody = Array.from({ length: size.people / 10 }, (_, i) => `personne-${i}@carrier.example`)
  await live(
    [
      ...people.map((person) => ({ from: random.below(2700), life: liveHonestly(person, random, figures) })),
      ...attackersOf(size, { hot, known, nobody }, random, figures),
    ],
    BEGIN,
  )
  return { figures, messages: await figures.messages(BEGIN) }
}
