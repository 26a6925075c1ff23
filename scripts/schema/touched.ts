import { IS_SEALING, isSealed } from '#db/sealed.ts'
import { type Note, WATCHES, type Watch } from './watches.ts'

// The triggers that note which things changed (docs/money.md, Laws).

const inRow = (row: 'NEW' | 'OLD', text: string) => text.replaceAll('@', row)

/** Notes a thing under the present epoch, once. */
function insert(row: 'NEW' | 'OLD', { of, key, when }: Note, isConditional: boolean): string {
  const isQuery = key.startsWith('SELECT ')
  const [expression, rest = ''] = isQuery
    ? [/^SELECT (.*?) FROM /s.exec(key)?.[1] ?? '', key.replace(/^SELECT .*? FROM /s, '')]
    : [key]
  const condition = isConditional && when ? inRow(row, when) : '1'
  const source = isQuery ? inRow(row, rest.includes(' WHERE ') ? `${rest} AND` : `${rest} WHERE`) : 'law_clock c WHERE'
  const epoch = '(SELECT c.epoch FROM law_clock c)'
  return `  INSERT INTO touched (epoch, subject, key) SELECT ${epoch}, '${of}', ${inRow(row, expression)} FROM ${source} (${condition}) ON CONFLICT DO NOTHING;`
}

const whenAll = (all: string[]) => (all.length > 0 ? ` WHEN ${all.join(' AND ')}` : '')

type Trigger = { table: string; name: string; text: string }

/** Columns in a note that an update may change, so that the thing of before is another one than that of now. */
const mayMove = ({ key }: Note, columns: string) =>
  [...key.matchAll(/@\.(\w+)/g)].some(([, column = '']) => new RegExp(`\\b${column}\\b`).test(columns))

function triggersOf({ table, columns, notes, isAppended }: Watch): Trigger[] {
  // Rows that go into a sealed file, or come back, are as they were: nothing of their things changed.
  const moves = table === 'orders' || isSealed(table) ? [`NOT ${IS_SEALING}`] : []
  const trigger = (name: string, event: string, when: string, statements: string[]): Trigger => ({
    table,
    name: `touch_${table}_${name}`,
    text: `CREATE TRIGGER touch_${table}_${name} AFTER ${event} ON ${table}${whenAll([...moves, ...(when ? [`(${when})`] : [])])} BEGIN\n${statements.join('\n')}\nEND`,
  })
  // Transfers are of many kinds: a trigger of its own for each note is not entered for the others.
  if (isAppended)
    return notes.map((one, i) =>
      trigger(`insert_${i + 1}`, 'INSERT', inRow('NEW', one.when ?? ''), [insert('NEW', one, false)]),
    )
  return [
    trigger(
      'insert',
      'INSERT',
      '',
      notes.map((one) => insert('NEW', one, true)),
    ),
    trigger(
      'update',
      `UPDATE OF ${columns.replace(/\s+/g, ' ')}`,
      '',
      notes.flatMap((one) => [insert('NEW', one, true), ...(mayMove(one, columns) ? [insert('OLD', one, true)] : [])]),
    ),
    trigger(
      'delete',
      'DELETE',
      '',
      notes.map((one) => insert('OLD', one, true)),
    ),
  ]
}

/** Condition on sqlite_schema for these triggers. */
export const isTouchTrigger = `name GLOB 'touch_*'`

export const touchTriggers = (): Trigger[] => WATCHES.flatMap(triggersOf)
