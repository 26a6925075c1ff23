import { afterEach, describe, expect, it, vi } from 'vitest'
import { Defect } from '#kernel/defect.ts'
import { framesOf, noteSql, traceOf, withoutValues } from '#kernel/error-trace.ts'
import { Failure } from '#kernel/failure.ts'
import { addFacts, factsHere, report, withFacts } from '#kernel/report.ts'

// docs/logs.md: of an error production logs what can hold nothing of a person, and development all of it.

const SECRETS = ['+243991234567', 'aline.m@exemple.cd', '481516', 'k7Qp-Zx93_aaVvTt0102']
const holdsSecret = (text: string) => SECRETS.filter((secret) => text.includes(secret))

function lines(mode: string | undefined, event: string, error?: unknown): string[] {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const tell = vi.spyOn(console, 'info').mockReturnValue()
  withFacts({ mode }, () => report(event, {}, error))
  const said = [...log.mock.calls, ...tell.mock.calls].map((words) => words.join(' '))
  vi.restoreAllMocks()
  return said
}
const inProduction = (error: unknown) => JSON.parse(lines('production', 'x', error).join()).error

afterEach(() => {
  vi.restoreAllMocks()
})

/** As drizzle throws it: the values stand in its message. */
function queryError(cause: Error): Error {
  const message = `Failed query: update users set phone = ? where id = ?\nparams: ${SECRETS.join(',')}`
  const query = { query: 'update users set phone = ? where id = ?', params: SECRETS }
  return Object.assign(new Error(message, { cause }), query)
}

describe('in production', () => {
  it.each([
    ['a bug whose message holds what came in', new TypeError(`Cannot read ${SECRETS.join(' ')}`)],
    [
      'a message of several lines that look like places',
      new Error(`x\n    at ${SECRETS[2]} (a.ts:1:1)\n    at y (${SECRETS[0]}:1:1)`),
    ],
    ['a parser that quotes its text', parseError(`{"phone": "${SECRETS[0]}", ${SECRETS[1]}`)],
    [
      'a query with its values',
      queryError(new Error('D1_ERROR: NOT NULL constraint failed: users.phone: SQLITE_CONSTRAINT')),
    ],
    ['a cause of a cause', new Error('a', { cause: new Error(SECRETS[1], { cause: new RangeError(SECRETS[3]) }) })],
    ['several at once', new AggregateError([new Error(SECRETS[0]), new Error(SECRETS[1])], SECRETS[2])],
    ['what is no error', SECRETS.join(' ')],
    ['a name that is no name', Object.assign(new Error('a'), { name: SECRETS[1] })],
    ['a refusal that names what was typed', new Failure('CONFLICT', { message: `${SECRETS[1]} est déjà pris.` })],
    [
      'what the database stumbled over',
      new Error(`D1_ERROR: fts5: syntax error near "${SECRETS[0]}" "${SECRETS[1]}": SQLITE_ERROR`),
    ],
    [
      'an unquoted value',
      new Error(`D1_ERROR: no such column: ${SECRETS[3]} ${SECRETS[2]} ${SECRETS[1]} ${SECRETS[0]}`),
    ],
    ['a value of a wrong type', new Error(`D1_TYPE_ERROR: Type 'object' not supported for value '${SECRETS[1]}'`)],
  ])('%s shows nothing of it', (_what, error) => {
    const [line, ...more] = lines('production', 'x', error)
    expect(more).toEqual([])
    expect(holdsSecret(line ?? '')).toEqual([])
    expect(JSON.parse(line ?? '')).toMatchObject({ event: 'x', error: { name: expect.any(String) } })
  })

  it('is the default: who forgot to say the mode prints nothing of a person', () => {
    expect(holdsSecret(lines(undefined, 'x', new TypeError(SECRETS[0])).join())).toEqual([])
  })

  it('a query shows its SQL and the own words of the database', () => {
    const cause = new Error('D1_ERROR: UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT')
    expect(inProduction(queryError(cause))).toMatchObject({
      name: 'DrizzleQueryError',
      sql: 'update users set phone = ? where id = ?',
      cause: { database: 'D1_ERROR: UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT' },
    })
  })

  it('a batch shows its SQL, although the error of D1 does not say it', () => {
    const error = new Error('Network connection lost.')
    noteSql(error, 'insert into a values (?);\nselect b')
    expect(traceOf(error)).toMatchObject({
      sql: 'insert into a values (?); select b',
      database: 'Network connection lost.',
    })
  })

  it('our own words are said: of a defect, and of a failure that is ours', () => {
    expect(inProduction(new Defect('no price for 018f'))).toMatchObject({
      name: 'Defect',
      message: 'no price for 018f',
    })
    const down = new Failure('GATEWAY_UNAVAILABLE', { message: 'Google est injoignable pour le moment.' })
    expect(inProduction(down)).toMatchObject({
      code: 'GATEWAY_UNAVAILABLE',
      message: 'Google est injoignable pour le moment.',
    })
    const refused = new Failure('CONFLICT', { reason: 'IN_USE', guard: 'A_GUARD' })
    expect(inProduction(refused)).toMatchObject({ code: 'CONFLICT', reason: 'IN_USE', guard: 'A_GUARD' })
    expect(inProduction(refused).message).toBeUndefined()
  })

  it('says where it was thrown', () => {
    expect(inProduction(new TypeError('x')).stack[0]).toMatch(/test\/kernel\/report\.node\.test\.ts.*:\d+:\d+/)
  })

  it('no line is longer than 16 KB, whatever it is about', () => {
    const long = 'x'.repeat(50_000)
    let error: Error = Object.assign(new Error(long), {
      query: long,
      params: [],
      stack: `E: ${long}\n${'    at f (a.ts:1:1)\n'.repeat(500)}`,
    })
    for (let i = 0; i < 20; i++) error = new Defect(long, { cause: error })
    const log = vi.spyOn(console, 'error').mockReturnValue()
    withFacts({ mode: 'production', a: long }, () => report('x', { b: long }, error))
    const line = String(log.mock.calls[0])
    expect(line.length).toBeLessThan(16_000)
    expect(() => JSON.parse(line)).not.toThrow()
  })
})

describe.each(['development', 'test'])('in %s', (mode) => {
  it('the whole error stands below the line: message, SQL with its values, causes, places', () => {
    const [said] = lines(mode, 'x', queryError(new Error('D1_ERROR: no such column: titel')))
    const [first, ...rest] = (said ?? '').split('\n')
    expect(JSON.parse(first ?? '')).toEqual({ event: 'x' })
    expect(rest.join('\n')).toContain(`params: ${SECRETS.join(',')}`)
    expect(rest.join('\n')).toMatch(
      /\ncaused by\nError: D1_ERROR: no such column: titel\n {4}at .*report\.node\.test\.ts/,
    )
  })

  it('a batch shows its SQL', () => {
    const error = new Error('D1_ERROR: no such column: titel')
    noteSql(error, 'select titel from products')
    expect(lines(mode, 'x', error).join()).toContain('select titel from products')
  })

  it('an error that is its own cause ends', () => {
    const error = new Error('round')
    error.cause = error
    expect(lines(mode, 'x', error).join()).toContain('round')
  })
})

describe('facts', () => {
  it('are those of the work around, and each work has its own', async () => {
    const tell = vi.spyOn(console, 'info').mockReturnValue()
    await withFacts({ requestId: 'r' }, async () => {
      addFacts({ operation: 'o' })
      await Promise.all(
        [1, 2].map((n) =>
          withFacts({ job: `j${n}` }, async () => {
            await null
            addFacts({ id: n })
            report('x', { own: true })
          }),
        ),
      )
      expect(factsHere()).toEqual({ requestId: 'r', operation: 'o' })
    })
    expect(factsHere()).toEqual({})
    expect(tell.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
      { event: 'x', requestId: 'r', operation: 'o', job: 'j1', id: 1, own: true },
      { event: 'x', requestId: 'r', operation: 'o', job: 'j2', id: 2, own: true },
    ])
  })
})

it('words of the database without values are left as they are', () => {
  for (const words of [
    'D1_ERROR: CHECK constraint failed: variants_stock: SQLITE_CONSTRAINT_CHECK',
    'D1_ERROR: no such column: products.titel at offset 17: SQLITE_ERROR',
    'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
    'D1_ERROR: cannot store TEXT value in INTEGER column orders.total_minor: SQLITE_CONSTRAINT_DATATYPE',
    'D1_ERROR: datatype mismatch: SQLITE_MISMATCH',
  ])
    expect(withoutValues(words)).toBe(words)
  expect(withoutValues("UNIQUE constraint failed: index 'users_folded'")).toBe(
    'UNIQUE constraint failed: index users_folded',
  )
})

it('places are read behind the message, however long it is', () => {
  const error = new Error('a\n    at fake (b.ts:1:1)\nc')
  expect(framesOf(error)[0]).toContain('report.node.test.ts')
  expect(framesOf(Object.assign(new Error('a'), { stack: undefined }) as unknown as Error)).toEqual([])
})

function parseError(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error
  }
}
