import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { idOfOrder } from '../above.ts'
import type { Ctx } from '../context.ts'
import { hasLink, type Notice, type NoticeFacts } from './notice.ts'
import { isWanted } from './wanted.ts'

/** Whether a notice is a code: codes go only to the mailbox or phone that they prove. */
export const isCode = (kind: string) => kind.startsWith('code.')

/** The order that a notice names by its number, as JSON. */
const orderOf = (facts: object): SQL =>
  'number' in facts && typeof facts.number === 'string'
    ? sql`json_object('orderId', ${idOfOrder(facts.number)})`
    : sql`'{}'`

/** The ids that a notice opens, as JSON: the order that its number names, and those that it names itself. */
export function dataOf<Facts>(given: NoticeFacts<Facts>): SQL {
  const { opens = {}, ...facts } = (given[0] ?? {}) as { opens?: Record<string, string> }
  // json_patch leaves out null: an order that does not exist.
  return sql`json_patch('{}', json_patch(${orderOf(facts)}, ${JSON.stringify(opens)}))`
}

/**
 * Writes a notice into a person's feed, if they want it there; undefined for a code. It keeps the facts, without a link: `told` makes the
 * words. Its data are the ids that the app opens.
 * @param whose a person of the statement, `u`: `FROM users u WHERE …`
 * @param id the row's id, if there may be several rows
 */
export function toFeed<Facts>(
  ctx: Ctx,
  whose: SQL,
  { kind }: Notice<Facts>,
  given: NoticeFacts<Facts>,
  id: SQL = sql`${ctx.ids.v7()}`,
): Write | undefined {
  if (isCode(kind)) return undefined
  const { opens: _, ...facts } = (given[0] ?? {}) as { opens?: Record<string, string> }
  const kept = JSON.stringify(hasLink(facts) ? { ...facts, link: '' } : facts)
  return ctx.db.run(sql`
    INSERT INTO notifications (id, user_id, type, facts, data, created_at)
    SELECT ${id}, u.id, ${kind}, ${kept}, ${dataOf(given)}, ${ctx.now}
    ${whose} AND ${isWanted(kind, 'inApp')}`)
}
