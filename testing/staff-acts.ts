import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { Route } from '#http/route-table.ts'
import { EMPLOYEES } from '#kernel/roles.ts'

/** Acts of the team that the record of acts does not hold, each with its reason. */
export const NOT_RECORDED: Record<string, string> = {
  checkPayout: 'asks the gateway, which says what it would have said anyway',
  checkTransaction: 'asks the gateway, which says what it would have said anyway',
  checkRefund: 'asks the gateway, which says what it would have said anyway',
  resendExpenseCode: 'the request that the code is for is in the record',
  resendPayoutCode: 'the request that the code is for is in the record',
  resendRefundCode: 'the request that the code is for is in the record',
}

/** Whether only the team may call it, and it changes something: derived from what the operation declares. */
export const isStaffAct = ({ method, operation: { roles } }: Route) =>
  method !== 'GET' && Array.isArray(roles) && roles.every((role) => EMPLOYEES.includes(role))

const succeeded = new Set<string>()
const recorded = new Set<string>()
const entries = new Map<string, number>()

/** Notes whether an act of the team that succeeded added to the record of acts. */
export async function noteAct({ operation: { id } }: Route, actorId: string): Promise<void> {
  const row = await env.DB.prepare(`SELECT count(*) AS n FROM audit WHERE actor_id = ? AND action NOT LIKE '%.read'`)
    .bind(actorId)
    .first<{ n: number }>()
  const now = row?.n ?? 0
  succeeded.add(id)
  if (now > (entries.get(actorId) ?? 0)) recorded.add(id)
  entries.set(actorId, now)
}

/** Fails with the operations of the team that succeeded since the last call, and never added to the record; and with amounts that it does not show. */
export async function expectActsRecorded(): Promise<void> {
  const forgotten = [...succeeded].filter((id) => !recorded.has(id) && !(id in NOT_RECORDED))
  for (const noted of [succeeded, recorded, entries]) noted.clear()
  expect(forgotten, 'acts of the team that leave no row of audit').toEqual([])
  const { results } = await env.DB.prepare(
    `SELECT DISTINCT action FROM audit WHERE details GLOB '*Minor*' OR json_type(details, '$.amount') IN ('integer', 'real')
      OR json_type(details, '$.total') IS NOT NULL`,
  ).all()
  expect(results, 'acts whose amount is no decimal text').toEqual([])
}
