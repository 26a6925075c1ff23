import { ConfirmExpense, confirmExpense } from '#domain/money/expenses/confirm.ts'
import { CreateExpense, createExpense } from '#domain/money/expenses/create.ts'
import { RejectExpense, rejectExpense } from '#domain/money/expenses/reject.ts'
import { requestExpenseApproval } from '#domain/money/expenses/request-approval.ts'
import { resendExpenseCode } from '#domain/money/expenses/resend-code.ts'
import { UpdateExpense, updateExpense } from '#domain/money/expenses/update.ts'
import type { Simulation } from '../../simulation.ts'
import { act, type Commands, codeFrom, pickFrom } from '../plan.ts'

type Card = { id: string; status: string; by: string | null; version: number }
const CARDS = 'SELECT id, status, requested_by AS "by", version FROM expenses ORDER BY created_at DESC, id LIMIT 12'

/** An expense that somebody means: mostly one in this state, now and then any. */
function pickExpense(simulation: Simulation, status: string): Card | undefined {
  const all = simulation.store.rows<Card>(CARDS)
  const meant = all.filter((card) => card.status === status)
  return pickFrom(simulation, meant.length > 0 ? meant : simulation.random.chance(0.15) ? all : [])
}

const anAdmin = ({ random, people }: Simulation) => random.pick(people.admins)
/** Mostly the one who asked for the code. */
const asker = (simulation: Simulation, { by }: Card) =>
  (simulation.random.chance(0.95) && simulation.people.admins.find(({ id }) => id === by)) || anAdmin(simulation)

const SPENT = [
  { label: 'Loyer', category: 'RENT', amount: '120.00', currency: 'USD' },
  { label: 'Carburant', category: 'FUEL', amount: '45000.50', currency: 'CDF', paymentMethod: 'CASH' },
  { label: 'Connexion', category: 'TELECOM', amount: '25000', currency: 'RWF', vendor: 'MTN' },
  { label: 'Sacs', category: 'SUPPLIES', amount: '7.25', currency: 'USD', incurredAt: '2026-01-31' },
] as const

export const spending: Commands = {
  createExpense: {
    weight: 3,
    plan(simulation) {
      const input = CreateExpense.parse(simulation.random.pick(SPENT))
      return act('createExpense', anAdmin(simulation), input, (ctx) => createExpense(ctx, input))
    },
  },
  updateExpense: {
    weight: 1.5,
    plan(simulation) {
      const expense = pickExpense(simulation, 'PENDING')
      const { amount, category, currency } = simulation.random.pick(SPENT)
      const version = expense && simulation.random.chance(0.5) ? { version: expense.version } : {}
      const input = UpdateExpense.parse({ amount, category, currency, ...version })
      return (
        expense &&
        act('updateExpense', anAdmin(simulation), [expense.id, input], (ctx) => updateExpense(ctx, expense.id, input))
      )
    },
  },
  requestExpenseApproval: {
    weight: 4,
    plan(simulation) {
      const expense = pickExpense(simulation, 'PENDING')
      return (
        expense &&
        act('requestExpenseApproval', anAdmin(simulation), expense.id, (ctx) =>
          requestExpenseApproval(ctx, expense.id, {}),
        )
      )
    },
  },
  resendExpenseCode: {
    weight: 1.5,
    plan(simulation) {
      const expense = pickExpense(simulation, 'AWAITING_CODE')
      return (
        expense &&
        act('resendExpenseCode', asker(simulation, expense), expense.id, (ctx) => resendExpenseCode(ctx, expense.id))
      )
    },
  },
  confirmExpense: {
    weight: 6,
    plan(simulation) {
      const expense = pickExpense(simulation, 'AWAITING_CODE')
      const admin = expense && asker(simulation, expense)
      const code = admin && codeFrom(simulation, admin.email, 'approuve la dépense')
      if (!expense || !admin || !code) return undefined
      const input = ConfirmExpense.parse({ code })
      const plans = act('confirmExpense', admin, [expense.id, input], (ctx) => confirmExpense(ctx, expense.id, input))
      return simulation.random.chance(0.3) ? [...plans, ...plans] : plans
    },
  },
  rejectExpense: {
    weight: 0.7,
    plan(simulation) {
      const expense = pickExpense(simulation, simulation.random.pick(['PENDING', 'AWAITING_CODE']))
      const input = RejectExpense.parse({ reason: 'Déjà payée' })
      return (
        expense && act('rejectExpense', anAdmin(simulation), expense.id, (ctx) => rejectExpense(ctx, expense.id, input))
      )
    },
  },
}
