import { expect, it } from 'vitest'
import { line, prose } from '#kernel/fields.ts'

it('a text that is nothing but a refused sign is refused once, by the name of the sign', () => {
  for (const field of [line(1, 80), prose(1, 80)]) {
    const messages = field.safeParse('\u202e').error?.issues.map(({ message }) => message)
    expect(messages).toEqual([expect.stringContaining('U+202E')])
  }
})
