import { exports } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { oneOfEach, type People } from './callers.ts'
import { address, isAllowed, operations } from './operations.ts'

// docs/conventions.md, Raw answers: each file of a list comes as RFC 4180 has it, and as a French spreadsheet opens it.

const files = operations.filter(({ operation: { ok } }) => 'raw' in ok && [ok.raw].flat().includes('text/csv'))
let people: People
beforeAll(async () => {
  people = await oneOfEach()
})

it('the service has files', () => expect(files.length).toBeGreaterThan(10))

it.each(files)('$name opens in Excel by a double click', async (route) => {
  const person = Object.values(people).find(({ role }) => isAllowed(route, role))
  const read = async (query: string) => {
    const answer = await exports.default.fetch(
      new Request(`http://localhost:8787/api/v1${address(route)}${query}`, {
        headers: { authorization: `Bearer ${person?.token}`, 'x-client-type': 'mobile' },
      }),
    )
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await answer.arrayBuffer())
    return [answer.status, answer.headers.get('content-type'), text.split('\r\n')[0] ?? ''] as const
  }
  const [plain, excel] = [await read(''), await read('?for=excel')]
  expect(plain.slice(0, 2)).toEqual([200, 'text/csv; charset=utf-8'])
  expect(plain[2]).toMatch(/^\w+(\.\w+)*(,\w+(\.\w+)*)+$/)
  expect(excel).toEqual([plain[0], plain[1], `\ufeff${plain[2].replaceAll(',', ';')}`])
  expect((await read('?for=word'))[0]).toBe(400)
})
