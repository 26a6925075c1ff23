/**
 * Drizzle writes the text of a query anew each time, and that is most of what a history costs. The domain has a few
 * hundred shapes of queries. Walking one as drizzle would, over the identities of its tables, columns and pieces of
 * text, is far cheaper, and ends at a node that remembers what drizzle wrote for this shape the first time. Values are
 * gathered on the way, in drizzle's own order. What a walk does not know is left to drizzle (`Unshaped`).
 */
import { Column, Table } from 'drizzle-orm'
import { Name, Param, Placeholder, SQL, StringChunk, View } from 'drizzle-orm/sql'
import { SQLiteSelectBase } from 'drizzle-orm/sqlite-core'
import { Subquery } from 'drizzle-orm/subquery'
import { walkSelect } from './clauses.ts'

export class Shape {
  /** Most shapes go on in one way only, so the first is compared before the others are looked up. */
  key: unknown = undefined
  first: Shape | undefined = undefined
  others: Map<unknown, Shape> | undefined = undefined
  /** What drizzle wrote for it, as the caller wants to remember it. */
  known: unknown = undefined
}

/** The text may depend on something that is not part of a shape: drizzle writes it itself. */
export class Unshaped extends Error {}

/** Text that is made of values would fill the memory instead of being remembered. */
const MOST_SHAPES = 300_000
export let shapes = 0

function grown(at: Shape, key: unknown): Shape {
  if (++shapes > MOST_SHAPES) throw new Error(`queries have no fixed shapes: ${String(key)}`)
  const fresh = new Shape()
  if (!at.first) {
    at.key = key
    at.first = fresh
  } else {
    at.others ??= new Map()
    at.others.set(key, fresh)
  }
  return fresh
}

export class Walk {
  at: Shape
  params: unknown[] = []

  constructor(from: Shape) {
    this.at = from
  }

  step(key: unknown): void {
    const { at } = this
    this.at = at.key === key && at.first ? at.first : (at.others?.get(key) ?? grown(at, key))
  }

  param(value: unknown): void {
    this.step(PARAM)
    this.params.push(value)
  }

  /** One piece of a query, as `buildQueryFromSourceParams` reads it. */
  piece(chunk: unknown): void {
    if (typeof chunk !== 'object' || chunk === null) {
      if (chunk === undefined) this.step(NOTHING)
      else this.param(chunk)
      return
    }
    if (Array.isArray(chunk)) {
      this.step(OPEN)
      for (const one of chunk) this.piece(one)
      this.step(CLOSE)
      return
    }
    switch (kindOf(chunk)) {
      case 'text':
        for (const text of (chunk as { value: string[] }).value) this.step(text)
        return
      case 'sql': {
        const { queryChunks, shouldInlineParams } = chunk as { queryChunks: unknown[]; shouldInlineParams: boolean }
        if (shouldInlineParams) throw new Unshaped()
        for (const one of queryChunks) this.piece(one)
        return
      }
      case 'param': {
        const { value, encoder } = chunk as Param
        if (typeof value === 'object' && value !== null && kindOf(value) === 'other') throw new Unshaped()
        const mapped = value === null ? null : encoder.mapToDriverValue(value)
        if (mapped instanceof SQL) this.piece(mapped)
        else this.param(mapped)
        return
      }
      case 'column':
        this.column(chunk as Column)
        return
      case 'table':
        this.table(chunk as Table)
        return
      case 'name':
        this.step(NAME)
        this.step((chunk as Name).value)
        return
      case 'aliased':
        this.step(ALIASED)
        this.step((chunk as SQL.Aliased).fieldAlias)
        return
      case 'select':
        this.step(OPEN)
        walkSelect(this, chunk as never)
        this.step(CLOSE)
        return
      case 'value':
        this.param(chunk)
        return
      default:
        throw new Unshaped()
    }
  }

  /** A table under another name is a new object each time, so its name stands for it. */
  table(table: Table): void {
    const { [IS_ALIAS]: isAlias, [TABLE_NAME]: name } = table as unknown as Record<symbol, unknown>
    if (isAlias) {
      this.step(ALIAS)
      this.step(name)
      this.step((table as unknown as Record<symbol, unknown>)[ORIGINAL_NAME])
    } else this.step(table)
  }

  column(column: Column): void {
    const { [IS_ALIAS]: isAlias, [TABLE_NAME]: name } = column.table as unknown as Record<symbol, unknown>
    if (isAlias) {
      this.step(ALIAS)
      this.step(name)
      this.step(column.name)
    } else this.step(column)
  }
}

const {
  IsAlias: IS_ALIAS,
  Name: TABLE_NAME,
  OriginalName: ORIGINAL_NAME,
} = (Table as unknown as { Symbol: Record<string, symbol> }).Symbol as {
  IsAlias: symbol
  Name: symbol
  OriginalName: symbol
}

const [PARAM, OPEN, CLOSE, NAME, ALIAS, ALIASED, NOTHING] = Array.from({ length: 7 }, (_, mark) => ({ mark }))

type Kind = 'text' | 'sql' | 'table' | 'column' | 'param' | 'name' | 'aliased' | 'select' | 'value' | 'other'
const KINDS: [kind: Kind, of: abstract new (...args: never[]) => unknown][] = [
  ['text', StringChunk],
  ['sql', SQL],
  ['table', Table],
  ['column', Column],
  ['param', Param],
  ['name', Name],
  ['aliased', SQL.Aliased],
  ['select', SQLiteSelectBase],
  ['other', Placeholder],
  ['other', View],
  ['other', Subquery],
]
const known = new Map<unknown, Kind>()

/** What drizzle's `is` says of it, remembered by class. */
export function kindOf(value: object): Kind {
  const prototype: unknown = Object.getPrototypeOf(value)
  const before = known.get(prototype)
  if (before) return before
  const kind = KINDS.find(([, of]) => value instanceof of)?.[0] ?? ('getSQL' in value ? 'other' : 'value')
  known.set(prototype, kind)
  return kind
}
