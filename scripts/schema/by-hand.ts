import { globSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { comparedPrice } from '#db/compared-price.ts'
import { isoOf, partiesOf, ridersWhoSee } from '#db/live-hearers.ts'
import { INCIDENT_STATES } from '#db/schema/core/incidents.ts'
import { MODERATION_STATES } from '#db/schema/core/moderation.ts'
import { DELIVERY_STATES } from '#db/schema/orders/deliveries.ts'
import { REFUND_STATES } from '#db/schema/orders/refunds.ts'
import { SUBSCRIPTION_PAYMENT_STATES, SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'
import {
  apart,
  foldInSql,
  nameParts,
  searchable,
  searchableBrand,
  stripAccentsInSql,
  variantWords,
} from '#db/searchable.ts'
import type { StateSet } from '#db/state-sets.ts'

const dialect = new SQLiteSyncDialect()
const ofColumn =
  (set: StateSet) =>
  (column = '') =>
    set.inText(column)

/** The expressions that the files of src/db/triggers use, each defined once in src/db: `{{searchable(NEW.name)}}`. */
const EXPRESSIONS: Record<string, (...args: string[]) => string> = {
  apart,
  brand: searchableBrand,
  comparedPrice: (minor = '', currency = '') =>
    dialect.sqlToQuery(comparedPrice(sql.raw(minor), sql.raw(currency))).sql,
  foldInSql,
  isCurrentSubscription: ofColumn(SUBSCRIPTION_STATES.current),
  isRefused: ofColumn(MODERATION_STATES.refused),
  isEndedIncident: ofColumn(INCIDENT_STATES.ended),
  isEndedRefund: ofColumn(REFUND_STATES.ended),
  isIdleSubscription: ofColumn(SUBSCRIPTION_STATES.idle),
  isJob: ofColumn(DELIVERY_STATES.job),
  isOpenIncident: ofColumn(INCIDENT_STATES.open),
  isOpenRefund: ofColumn(REFUND_STATES.open),
  isReceivedPayment: ofColumn(SUBSCRIPTION_PAYMENT_STATES.received),
  isoOf,
  nameParts,
  partiesOf,
  ridersWhoSee: (job = '', before = '') => ridersWhoSee(job, before),
  searchable,
  stripAccentsInSql,
  variantWords,
}
/** Expressions with several arguments. */
const OF_SEVERAL = new Set(['comparedPrice', 'ridersWhoSee'])

function expressionOf(name: string, inside: string): string {
  const expression = EXPRESSIONS[name]
  if (!expression) throw new Error(`src/db/triggers names ${name}, which scripts/schema/by-hand.ts does not know.`)
  return OF_SEVERAL.has(name) ? expression(...inside.split(', ')) : expression(inside)
}

/** Replaces the expressions in braces, the inner ones first. */
function fillIn(text: string): string {
  const filled = text.replace(/\{\{(\w+)\(((?:(?!\{\{|\}\}).)*)\)\}\}/gs, (_all, name: string, inside: string) =>
    expressionOf(name, inside),
  )
  return filled === text ? text : fillIn(filled)
}

/**
 * The statements of a file, without comments. A trigger ends with a line `END;`, any other statement with a line that
 * ends in a semicolon.
 */
export function statementsOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => !line.trimStart().startsWith('--'))
  const statements: string[] = []
  let open: string[] = []
  for (const line of lines) {
    if (open.length === 0 && line.trim() === '') continue
    open.push(line)
    const isTrigger = open[0]?.startsWith('CREATE TRIGGER')
    if (isTrigger ? line !== 'END;' : !line.endsWith(';')) continue
    statements.push(open.join('\n').slice(0, -1))
    open = []
  }
  if (open.length > 0) throw new Error(`A statement has no end: ${open[0]}`)
  return statements.map(fillIn)
}

/** The rooms from the lowest up: what one makes, a higher one may name. */
const AREAS = ['core', 'money', 'shops', 'catalogue', 'orders', 'people', 'office']

/** The statements of src/db/triggers. @throws if a file belongs to no area */
export function statementsByHand(folder = 'src/db/triggers'): string[] {
  const files = globSync(`${folder}/*.sql`)
  const lost = files.filter((file) => !AREAS.some((area) => file.endsWith(`/${area}.sql`)))
  if (lost.length > 0) throw new Error(`${lost.join(', ')}: of no room that scripts/schema/by-hand.ts knows.`)
  return AREAS.flatMap((area) => statementsOf(readFileSync(`${folder}/${area}.sql`, 'utf8')))
}
