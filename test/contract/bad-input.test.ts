import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Answer, call } from '#testing/api.ts'
import { badParameters, faultsOf, good, goodBody, schemaOf, withFault } from './bad-values.ts'
import { oneOfEach, type People, thingsOf } from './callers.ts'
import { everything, everythingAtRest } from './everything.ts'
import { address, type Named, operations, roleFor } from './operations.ts'

// Made from the schemas themselves: whatever one field can have wrong, in an otherwise good request of somebody who may
// make it, is a 400 in French that names the field, and changes nothing.

let people: People
/** Things that the callers have, for the addresses of the requests. */
let own: Record<string, string>
let before: Record<string, string>

beforeAll(async () => {
  people = await oneOfEach()
  own = await thingsOf(people)
  before = await everythingAtRest()
})

/** The address of something that the caller may change: nothing but the fault stands in its way. */
const addressOf = (route: Named) =>
  address(route, (name) => own[`${route.path.split('/:')[0]} ${name}`] ?? crypto.randomUUID())
const caller = (route: Named) => (route.operation.roles === 'public' ? null : people[roleFor(route)])
async function expectUnchanged() {
  const [was, now] = [before, await everything()]
  // A change by one request is not held against the next.
  before = now
  expect(now).toEqual(was)
}

/** Words that only an untranslated message has. */
const ENGLISH =
  /\b([Ii]nvalid|expected|received|[Rr]equired|must|string|number|[Uu]nrecognized|[Tt]oo|input|not found|failed)\b/

function expectRefusal({ status, error }: Answer, what: string, expected = 400, code = 'VALIDATION_ERROR') {
  expect([status, error?.code], `${what}: ${JSON.stringify(error)}`).toEqual([expected, code])
  // The message begins with the field's name, and may end with the values that it takes: those are English in every language.
  const said = error?.message.replace(/^[\w.]+ : /, '').replace(/ l'une des suivantes : .*/, '')
  expect(said, what).not.toMatch(ENGLISH)
}

const takesJson = operations.filter(({ operation }) => operation.json)
const takesQuery = operations.filter(({ operation }) => operation.query)
const writes = operations.filter(({ method, operation }) => method !== 'GET' && !operation.rawBody)

describe('every field of every body', () => {
  it.each(takesJson)('$name', async (route) => {
    const { json } = route.operation
    if (!json) return
    const schema = schemaOf(json)
    const body = good(schema)
    expect(z.safeParse(json, body).error, 'the request is good but for its fault').toBeUndefined()

    const faults = [...faultsOf(schema)]
    const answers = await Promise.all(
      faults.map((fault) => call(caller(route), route.method, addressOf(route), withFault(body, fault))),
    )
    for (const [i, { path, what }] of faults.entries()) {
      const answer = answers[i] as Answer
      const field = path.join('.')
      expectRefusal(answer, `${field} ${what}`)
      if (path.length > 0 && !field.match(/__proto__|constructor/)) {
        const told = answer.error?.details?.map((detail) => detail.field) ?? []
        expect(
          told.some((each) => each.startsWith(String(path[0]))),
          `${field} ${what} is named in ${told}`,
        ).toBe(true)
      }
    }
    await expectUnchanged()
  })
})

describe('every parameter of every query', () => {
  it.each(takesQuery)('$name', async (route) => {
    const schema = schemaOf(route.operation.query as NonNullable<typeof route.operation.query>)
    const queries = [...badParameters(schema).map(([name, text]) => `${name}=${text}`), 'inconnu=1']
    const answers = await Promise.all(
      queries.map((query) => call(caller(route), route.method, `${address(route)}?${query}`)),
    )
    for (const [i, query] of queries.entries()) expectRefusal(answers[i] as Answer, query)
  })

  const others = operations.filter(({ operation }) => !operation.query && !operation.rawBody)
  it.each(others)('$name takes none', async (route) => {
    const answer = await call(caller(route), route.method, `${addressOf(route)}?inconnu=1`, goodBody(route.operation))
    expectRefusal(answer, 'inconnu=1')
    expect(answer.error?.details?.map(({ field }) => field)).toEqual(['inconnu'])
    await expectUnchanged()
  })

  it.each(takesQuery)('$name survives what is no query', async (route) => {
    const well = route.operation.status === 101 ? 426 : 200
    for (const query of [
      'page=1&page=2',
      '%',
      '%ED%A0%80=1',
      'page=%ED%A0%80',
      '__proto__=1',
      '=&&=',
      'a[b]=1',
      '?page=1',
    ]) {
      const { status } = await call(caller(route), route.method, `${address(route)}?${query}`)
      expect([well, 400, ...(route.path.includes(':') ? [404] : [])], query).toContain(status)
    }
  })
})

describe('bodies as a whole', () => {
  beforeAll(async () => {
    // The exports of staff above were written down.
    before = await everything()
  })

  const send = (route: Named, body: unknown, headers?: Record<string, string>) =>
    call(caller(route), route.method, address(route), body, headers)
  const deep = (depth: number) => `{"inconnu":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const NOT_JSON = ['{"a":', '{"a":1,}', 'nul', "{'a':1}", '{} {}']
  const NOT_JSON_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']
  const NOT_AN_OBJECT = ['[{}]', '"texte"', 'null', '1e309']

  it.each(takesJson)('$name takes one JSON object', async (route) => {
    for (const body of [...NOT_JSON, ...NOT_AN_OBJECT, deep(40)]) expectRefusal(await send(route, body), body)
    for (const type of NOT_JSON_TYPES) {
      expectRefusal(await send(route, '{}', { 'content-type': type }), type, 415, 'UNSUPPORTED_MEDIA_TYPE')
    }
    const schema = schemaOf(route.operation.json as NonNullable<typeof route.operation.json>)
    const fields = Object.entries(good(schema) as Record<string, unknown>).map((field) =>
      field.map((each) => JSON.stringify(each)).join(':'),
    )
    expectRefusal(await send(route, `{${[...fields, fields[0]]}}`), 'a field twice')
    await expectUnchanged()
  })

  const bare = writes.filter(({ operation }) => !operation.json && !operation.form && !operation.rawBody)
  it.each(bare)('$name takes none', async (route) => {
    const refused = async (body: unknown) => {
      const answer = await call(caller(route), route.method, addressOf(route), body)
      expectRefusal(answer, String(body))
      return answer.error?.details?.map(({ field }) => field)
    }
    expect(await refused({ version: 1 })).toEqual(['version'])
    for (const body of [...NOT_JSON, ...NOT_AN_OBJECT]) await refused(body)
    for (const type of NOT_JSON_TYPES)
      for (const body of ['a=b', '{}'])
        expectRefusal(await send(route, body, { 'content-type': type }), type, 415, 'UNSUPPORTED_MEDIA_TYPE')
    // A fault of the body comes before the question who is asking.
    const asGuest = (body: string) =>
      call(null, route.method, addressOf(route), body, {
        'content-type': 'text/plain',
        'content-length': String(body.length),
      })
    expectRefusal(await asGuest('a=b'), 'a guest', 415, 'UNSUPPORTED_MEDIA_TYPE')
    await expectUnchanged()
    // An empty object says nothing, and nothing at all is of every type.
    expect((await asGuest('')).error?.code).not.toBe('UNSUPPORTED_MEDIA_TYPE')
    if (!route.path.includes(':')) return
    const nothing = await send(route, '', { 'content-length': '0', 'content-type': 'text/plain' })
    expect(['UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR']).not.toContain(nothing.error?.code)
    const { error } = await call(caller(route), route.method, address(route), {})
    expect(error?.code).not.toBe('VALIDATION_ERROR')
  })

  const megabyte = `{"inconnu":"${'x'.repeat(1024 * 1024)}"}`
  it.each(writes.filter(({ operation }) => !operation.form))('$name takes 1 MiB at most', async (route) => {
    expectRefusal(await send(route, megabyte), 'over 1 MiB', 413, 'PAYLOAD_TOO_LARGE')
  })

  const forSigningIn = writes.filter(({ path }) => path.startsWith('/api/v1/auth/'))
  it.each(forSigningIn)('$name takes 16 KiB at most', async (route) => {
    const over = `{"inconnu":"${'x'.repeat(16 * 1024)}"}`
    expectRefusal(await send(route, over), 'over 16 KiB', 413, 'PAYLOAD_TOO_LARGE')
  })

  const [sample] = operations
    .filter(({ path }) => path === '/api/v1/plans' || path.endsWith('/products/categories'))
    .filter(({ operation }) => operation.json)
  it('refuses a body that is huge, endless, deep or not UTF-8', async () => {
    const route = sample as Named
    expectRefusal(await send(route, `"${'x'.repeat(5 * 1024 * 1024)}"`), '5 MB', 413, 'PAYLOAD_TOO_LARGE')
    expectRefusal(await send(route, deep(100_000)), 'deep')
    expectRefusal(await send(route, `{"name":"${'\\u0000'}"}`), 'an escaped NUL')
  })
})

describe('ids that nobody has', () => {
  const named = operations.filter(({ path }) => path.includes(':'))
  const MALFORMED = [
    'nope',
    '%00',
    '%F0%9F%98%80',
    '1%27%20OR%201%3D1--',
    '..%2f..%2fetc',
    '%ED%A0%80',
    'x'.repeat(300),
  ]

  it.each(named)('$name: 404', async (route) => {
    const body = goodBody(route.operation)
    for (const id of [crypto.randomUUID(), ...MALFORMED]) {
      const answer = await call(
        caller(route),
        route.method,
        address(route, () => id),
        body,
      )
      expectRefusal(answer, id, 404, 'NOT_FOUND')
    }
    await expectUnchanged()
  })
})
