import { expenseBody } from '#testing/fixtures/inputs.ts'
import { call, codeAfter, mustCall } from '#testing/running/call.ts'
import { newPerson } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { countFault, race } from './race.ts'

async function newExpense(service: RunningService) {
  const { id } = await mustCall(service, await newPerson(service, 'ACCOUNTANT'), 'POST', '/expenses', expenseBody())
  return { id: id as string, admin: await newPerson(service, 'ADMIN') }
}

/** An expense that waits for its code. */
async function askedExpense(service: RunningService) {
  const { id, admin } = await newExpense(service)
  const code = await codeAfter(service, admin.email, () =>
    mustCall(service, admin, 'POST', `/expenses/${id}/approve/request`),
  )
  return { id, admin, code }
}
type Asked = Awaited<ReturnType<typeof askedExpense>>

const confirm = (service: RunningService, { id, admin, code }: Asked) =>
  call(service, admin, 'POST', `/expenses/${id}/approve/confirm`, { code })

const bookedOnce = (service: RunningService, { id }: { id: string }, times = 1) =>
  countFault(
    service,
    times,
    'bookings',
    `SELECT count(*) AS n FROM transfers WHERE kind = 'expense:approved' AND ref = ?`,
    id,
  )

export const expenseRaces = [
  race({
    name: 'expense: confirmed once, the others told to wait',
    guard: 'money',
    operations: ['POST /expenses/:id/approve/confirm'],
    prepare: askedExpense,
    send: confirm,
    succeed: 1,
    refusals: ['429 TOO_MANY_REQUESTS', '409 INVALID_TRANSITION'],
    check: (service, asked) => bookedOnce(service, asked),
  }),
  race({
    name: 'expense: approved or refused',
    guard: 'decision',
    operations: ['POST /expenses/:id/approve/confirm', 'POST /expenses/:id/reject'],
    prepare: askedExpense,
    send: (service, asked, i) =>
      i % 2 === 0
        ? confirm(service, asked)
        : call(service, asked.admin, 'POST', `/expenses/${asked.id}/reject`, { reason: 'Déjà payée' }),
    succeed: 1,
    refusals: ['429 TOO_MANY_REQUESTS', '409 INVALID_TRANSITION'],
    check: (service, { id }) =>
      countFault(
        service,
        1,
        'decisions',
        `SELECT (SELECT count(*) FROM expenses WHERE id = ?1 AND status = 'REJECTED')
           + (SELECT count(*) FROM transfers WHERE kind = 'expense:approved' AND ref = ?1) AS n`,
        id,
      ),
  }),
]
