import { expect, it } from 'vitest'
import { turnstile } from '#providers/turnstile.ts'

// Rule: Turnstile's hostname and action are checked: a token of another page, or of another use of the widget, proves nothing.

const OURS = { success: true, hostname: 'soko.test', action: 'guest' }
const verdict = (answer: object) =>
  turnstile({
    verifyUrl: 'https://turnstile.test/siteverify',
    secret: 'x',
    hostname: 'soko.test',
    fetch: async () => Response.json(answer),
  }).verify('token')

it.each([
  ['our page and our use', {}, 'person'],
  ['another host', { hostname: 'evil.example' }, 'machine'],
  ['a host under ours', { hostname: 'x.soko.test' }, 'machine'],
  ['no host', { hostname: undefined }, 'machine'],
  ['another action', { action: 'newsletter' }, 'machine'],
  ['no action', { action: undefined }, 'machine'],
  ['a refusal', { success: false, 'error-codes': ['timeout-or-duplicate'] }, 'machine'],
])('%s: %j is a %s', async (_what, told, expected) => {
  expect(await verdict({ ...OURS, ...told })).toBe(expected)
})
