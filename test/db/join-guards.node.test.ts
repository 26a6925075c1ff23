import { describe, expect, it } from 'vitest'
import type { Statement } from '#db/admission.ts'
import { joinGuards } from '#db/join-guards.ts'
import { openStore } from '#testing/store.ts'

// Guards that follow each other in a batch are one statement, and say what they said one by one.

const store = openStore()
const held = (name: string, condition = '? = 0', ...values: unknown[]): Statement => ({
  sql: `INSERT INTO guard (code) SELECT ? WHERE ${condition}`,
  params: [name, ...(values.length > 0 ? values : [1])],
})
const broken = (name: string) => held(name, '? = 1', 1)
const COUNT: Statement = { sql: "UPDATE counters SET value = value + 1 WHERE name = 'x'", params: [] }

/** The name that a batch raises as it came, and with its guards joined. */
function raisedBy(batch: Statement[]): [apart: string, joined: string] {
  const raised = (all: Statement[]) => {
    try {
      store.batch(all)
      return ''
    } catch (error) {
      return String((error as Error).message)
    }
  }
  return [raised(batch), raised(joinGuards(batch).statements)]
}

describe('guards in a row', () => {
  it('are one statement, and the others keep their places', () => {
    const { statements, places } = joinGuards([held('A'), held('B'), COUNT, held('C'), COUNT, held('D'), held('E')])
    expect(places).toEqual([0, 0, 1, 2, 3, 4, 4])
    expect(statements).toHaveLength(5)
    expect(statements[1]).toBe(COUNT)
    expect(statements[2]).toEqual(held('C'))
  })

  it('raise the first that is broken', () => {
    for (const [batch, name] of [
      [[held('A'), held('B'), held('C')], ''],
      [[held('A'), broken('B'), broken('C')], 'B'],
      [[broken('A'), held('B'), broken('C')], 'A'],
      [[held('A'), held('B'), COUNT, held('C'), broken('D')], 'D'],
    ] as const) {
      const [apart, joined] = raisedBy([...batch])
      expect(joined).toBe(apart)
      expect(joined).toContain(name)
    }
  })

  it('look at no condition behind a broken one', () => {
    const failing = held('C', "json_extract(?, '$.a') = 1", 'not json')
    expect(raisedBy([held('A'), broken('B'), failing])[1]).toContain('B')
    expect(raisedBy([held('A'), failing])[1]).toContain('malformed JSON')
  })

  it('tell the first what the statement before them changed', () => {
    const unchanged = held('NOTHING_CHANGED', 'changes() = 0 AND ? = 1', 1)
    store.batch([{ sql: "INSERT INTO counters (name, value) VALUES ('x', 1) ON CONFLICT DO NOTHING", params: [] }])
    expect(raisedBy([COUNT, unchanged, held('B')])[1]).toBe('')
    const none = { sql: "UPDATE counters SET value = 2 WHERE name = 'none'", params: [] }
    expect(raisedBy([none, unchanged, held('B')])[1]).toContain('NOTHING_CHANGED')
  })

  it('hold as many values as D1 takes in a statement', () => {
    const wide = (name: string) =>
      held(name, `0 = (SELECT count(*) FROM (VALUES ${Array(40).fill('(?)').join()}))`, ...Array(40).keys())
    const { statements, places } = joinGuards([wide('A'), wide('B'), wide('C')])
    expect(places).toEqual([0, 0, 1])
    for (const { params } of statements) expect(params.length).toBeLessThanOrEqual(100)
    expect(raisedBy([wide('A'), wide('B'), broken('C')])[1]).toContain('C')
  })

  it('are told from other statements', () => {
    const other: Statement = { sql: 'INSERT INTO guard_like (code) SELECT ? WHERE 1', params: ['A'] }
    expect(joinGuards([held('A'), other, held('B')]).places).toEqual([0, 1, 2])
    expect(joinGuards([]).statements).toEqual([])
  })
})
