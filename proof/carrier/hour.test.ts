import { it } from 'vitest'
import { expectShield } from './expect-shield.ts'
import { playHour, WHOLE } from './hour.ts'
import { reportOf } from './report.ts'

it('refuses no honest person of two thousand who share an address with attackers', async () => {
  const played = await playHour(WHOLE, Number(process.env.SEED ?? 1))
  process.stdout.write(`${reportOf(played)}\n`)
  expectShield(played)
})
