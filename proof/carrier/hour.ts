import { vi } from 'vitest'
import { randomOf } from '#testing/random.ts'
import { type Attack, attackersOf } from './attackers.ts'
import { live } from './clock.ts'
import { meterKv } from './door.ts'
import { Figures } from './figures.ts'
import { liveHonestly } from './honest.ts'
import { machinesOf, type Noise } from './machines.ts'
import { openMarket } from './market.ts'
import { isNewPhone, settle } from './people.ts'

const DAY_MS = 86_400_000
/** A Monday, on the hour. */
const BEGIN = Date.UTC(2026, 10, 16, 18)

export type Size = Attack & Noise & { people: number; newcomers: number }
export const WHOLE: Size = {
  ...{ people: 2000, newcomers: 60 },
  ...{ guesses: 10_000, registrations: 500, smsRequests: 200 },
  ...{ scraped: 20_000, inVain: 6000, challenges: 39_000 },
}
export const TENTH: Size = {
  ...{ people: 200, newcomers: 6 },
  ...{ guesses: 1000, registrations: 50, smsRequests: 20 },
  ...{ scraped: 2000, inVain: 300, challenges: 2600 },
}
/** One in five opens the market in the minute after the radio named it. */
const RADIO = { share: 0.2, at: 1800, within: 50 }

/** Plays one hour behind one address: honest people, and attackers beside them (docs/limits.md, Suspect addresses). */
export async function playHour(size: Size, seed = 1) {
  const random = randomOf(seed)
  vi.useFakeTimers({ toFake: ['Date'], now: BEGIN - DAY_MS })
  const { settled, others } = await settle(random, size)
  const market = await openMarket()
  meterKv()
  const figures = new Figures()
  const people = [...settled, ...others]
  figures.honest.people = people.length
  const onOwnPhone = settled.filter(({ kind }) => !isNewPhone(kind))
  const hot = onOwnPhone.filter(({ kind }) => kind.startsWith('attacked'))
  const known = onOwnPhone.filter(({ kind }) => !kind.startsWith('attacked')).slice(0, size.people / 10)
  const onNewPhone = settled.filter(({ kind }) => kind === 'newPhoneAttacked')
  for (const { email } of onNewPhone) figures.underFire.add(email)
  const nobody = Array.from({ length: size.people / 10 }, (_, i) => `personne-${i}@carrier.example`)
  await live(
    [
      ...people.map((person) => ({
        from: random.chance(RADIO.share) ? RADIO.at + random.below(RADIO.within) : random.below(2700),
        life: liveHonestly(person, market, random, figures),
      })),
      ...machinesOf(size, market, random, figures),
      ...attackersOf(size, { hot, known, nobody, onNewPhone }, random, figures),
    ],
    BEGIN,
  )
  return { figures, messages: await figures.messages(BEGIN) }
}
