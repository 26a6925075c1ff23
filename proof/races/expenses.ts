import { expenseBody, otherCode } from '#testing/fixtures/inputs.ts'
import { call, codeAfter, codesTo, mustCall } from '#testing/running/call.ts'
import { letResend, newPerson } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { WRONG } from './operator.ts'
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
    name: 'expense: one code a minute, whoever asks for it',
    operations: ['POST /expenses/:id/approve/request'],
    prepare: async (service) => ({ ...(await newExpense(service)), other: await newPerson(service, 'ADMIN') }),
    send: (service, { id, admin, other }, i) =>
      call(service, i % 2 === 0 ? admin : other, 'POST', `/expenses/${id}/approve/request`),
    succeed: 1,
    refusals: ['429 TOO_MANY_REQUESTS', '409 INVALID_TRANSITION'],
    check: async (service, { admin, other }) => {
      const sent = (await codesTo(service, admin.email)).length + (await codesTo(service, other.email)).length
      return sent > 1 && `${sent} codes were sent`
    },
  }),
  race({
    name: 'expense: one new code a minute',
    operations: ['POST /expenses/:id/approve/resend'],
    prepare: async (service) => {
      const asked = await askedExpense(service)
      await letResend(service, asked.admin)
      return { ...asked, known: (await codesTo(service, asked.admin.email)).length }
    },
    send: (service, { id, admin }) => call(service, admin, 'POST', `/expenses/${id}/approve/resend`),
    succeed: 1,
    refusals: ['429 TOO_MANY_REQUESTS', '409 INVALID_TRANSITION'],
    check: async (service, { admin, known }) => {
      const sent = (await codesTo(service, admin.email)).length - known
      return sent > 1 && `${sent} codes were sent`
    },
  }),
  race({
    name: 'expense: confirmed once, the others told to wait',
    operations: ['POST /expenses/:id/approve/confirm'],
    prepare: askedExpense,
    send: confirm,
    succeed: 1,
    refusals: ['429 TOO_MANY_REQUESTS', '409 INVALID_TRANSITION'],
    check: (service, asked) => bookedOnce(service, asked),
  }),
  race({
    name: 'expense: five guesses, however many at once',
    operations: ['POST /expenses/:id/approve/confirm'],
    prepare: askedExpense,
    send: (service, asked) => confirm(service, { ...asked, code: otherCode(asked.code) }),
    succeed: 0,
    refusals: [...WRONG, '410 GONE'],
    check: (service, asked) => bookedOnce(service, asked, 0),
  }),
  race({
    name: 'expense: approved or refused',
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
  race({
    name: 'expense: of edits of one version one is kept',
    operations: ['PUT /expenses/:id'],
    prepare: newExpense,
    send: (service, { id, admin }, i) =>
      call(service, admin, 'PUT', `/expenses/${id}`, { amount: `${i + 1}.00`, version: 1 }),
    succeed: 1,
    refusals: ['409 VERSION_MISMATCH', '409 INVALID_TRANSITION'],
  }),
]

export const expensesNotRaced = {
  'POST /expenses': 'each makes an expense of its own; two alike are two expenses',
}
