import { ATTEMPT_STATES } from '#db/schema/money/gateways.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { Simulation } from '../simulation.ts'

export type Attempt = {
  id: string
  subject: string
  reference: string
  status: string
  kind: string
  state: string | null
  /** Until when it was asked about; now, if it still is. */
  asked: number
  created: number
  isTold: 0 | 1
}

/** Every attempt to move money, as our books have it. */
export const attemptsOf = ({ store, now }: Simulation): Attempt[] =>
  store.rows<Attempt>(
    `SELECT g.id, g.subject_id AS subject, g.reference, g.status, g.kind, g.state, g.created_at AS created,
       CASE WHEN g.next_check_at IS NOT NULL THEN ?1 ELSE coalesce(g.asked_at, g.final_at) END AS asked,
       EXISTS (SELECT 1 FROM incidents i WHERE instr(i.ref, g.id)) AS isTold FROM gateway_transactions g`,
    now,
  )

/** After 30 days an attempt is no longer asked about; a person who reads its incident looks after it. */
export const isGivenUp = ({ status, created, asked, isTold }: Attempt): boolean =>
  ATTEMPT_STATES.askable.has(status) && isTold === 1 && asked - created >= 30 * DAY_MS
