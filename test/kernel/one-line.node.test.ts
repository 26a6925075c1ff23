import { expect, it } from 'vitest'
import { line } from '../../src/kernel/fields.ts'

it('a text of one line takes nothing that turns the direction of writing, and every language', () => {
  const turning = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((sign) =>
    /\p{Bidi_Control}/u.test(sign),
  )
  expect(turning.length).toBeGreaterThanOrEqual(12)
  for (const sign of turning) expect(line(1, 80).safeParse(`Aline${sign}gpj.exe`).success).toBe(false)
  for (const name of ['Ngalula-Kɔ̂ngɔ', 'محمد', 'Boutique 🧺 n°1']) expect(line(1, 80).parse(name)).toBe(name)
})
