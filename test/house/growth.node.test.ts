import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FAILED_KEPT_DAYS, RETENTION } from '#domain/office/platform/retention.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { openStore } from '#testing/store.ts'

const [, section = ''] = readFileSync('docs/growth.md', 'utf8').split('## Kept for how long')
const [text = ''] = section.split('\n## ')
const names = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
const rows = [...text.matchAll(/^\| (`.*?) \| (.*?) \| (.*?) \|$/gm)].map(([, tables = '', kept = '', why = '']) => ({
  tables: names(tables),
  bytes: [...tables.matchAll(/` (\d+)/g)].length,
  kept,
  why,
}))
const [still = ''] = /^These hold .*$/m.exec(text) ?? []

describe('docs/growth.md, Kept for how long', () => {
  it('says each table once', () => {
    const tables = openStore().rows<{ name: string }>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'`,
    )
    const told = [...rows.flatMap((row) => row.tables), ...names(still)]
    expect(told.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })

  it('says of each table that grows the bytes of a row, and why it stays', () => {
    for (const { tables, bytes, why } of rows) {
      expect(bytes, tables.join()).toBe(tables.length)
      expect(why.length, tables.join()).toBeGreaterThan(10)
    }
  })

  it.each(Object.entries(RETENTION))('%s is kept as long as its job keeps it', (table, { keptMs }) => {
    const hours = keptMs / HOUR_MS
    const said = keptMs % DAY_MS > 0 ? `${hours} hours` : keptMs === DAY_MS ? '1 day' : `${keptMs / DAY_MS} days`
    expect(rows.find(({ tables }) => tables.includes(table))?.kept).toMatch(new RegExp(`^${said}\\b`))
  })

  it('says how long messages are kept that failed', () => {
    expect(rows.find(({ tables }) => tables.includes('outbox'))?.kept).toMatch(
      new RegExp(`failed ${FAILED_KEPT_DAYS} days`),
    )
  })
})
