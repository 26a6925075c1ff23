import { it } from 'vitest'
import { expectShield } from './expect-shield.ts'
import { playHour, TENTH } from './hour.ts'

it('refuses no honest person of two hundred beside a tenth of the attack', async () => {
  expectShield(await playHour(TENTH))
})
