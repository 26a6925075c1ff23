// Steps of the tests of expenses.
import { type Answer, type Caller, call, type Person } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { letResend } from '#testing/fixtures/wallets.ts'
import { ok, withCode } from '#testing/stories/books.ts'
import type { Data } from '#testing/stories/orders.ts'

/** The word that is sent for one of the choices of /expenses/meta, be it a word or a row with its label. */
const wordOf = (choice: Data): string =>
  typeof choice === 'string' ? choice : (choice.key ?? choice.code ?? choice.value ?? choice.id ?? choice.name)
export async function choices(as: Caller): Promise<{ categories: string[]; methods: string[]; currencies: string[] }> {
  const { categories, paymentMethods, currencies } = ok(await call(as, 'GET', '/expenses/meta'))
  return {
    categories: categories.map(wordOf),
    methods: paymentMethods.map(wordOf),
    currencies: currencies.map(wordOf),
  }
}

export async function expenseBody(as: Caller, more: object = {}) {
  const { categories, methods } = await choices(as)
  return {
    label: 'Carburant du groupe',
    category: categories[0],
    amount: '12.50',
    currency: 'USD',
    incurredAt: new Date().toISOString(),
    vendor: 'Station du Lac',
    paymentMethod: methods[0],
    notes: 'Pour le dépôt',
    ...more,
  }
}
export const postExpense = async (as: Caller, more: object = {}): Promise<Answer> =>
  call(as, 'POST', '/expenses', await expenseBody(as, more))
export const newExpense = async (as: Caller, more: object = {}): Promise<Data> => ok(await postExpense(as, more))
export const readExpense = async (as: Caller, id: string): Promise<Data> => ok(await call(as, 'GET', `/expenses/${id}`))

export const askApproval = (as: Caller, id: string) => call(as, 'POST', `/expenses/${id}/approve/request`)
export const confirmApproval = (as: Caller, id: string, code: string) =>
  call(as, 'POST', `/expenses/${id}/approve/confirm`, { code })
export const rejectExpense = (as: Caller, id: string, reason = 'Sans facture') =>
  call(as, 'POST', `/expenses/${id}/reject`, { reason })
/** The code that this ADMIN is mailed for an expense. */
export async function approvalCode(admin: Person, id: string): Promise<string> {
  await letResend(admin)
  return (await withCode(admin, () => askApproval(admin, id))).code
}
/** Approved by an ADMIN who did not record it. */
export async function approveExpense(id: string, by?: Person): Promise<Data> {
  const admin = by ?? (await signUp('ADMIN'))
  return ok(await confirmApproval(admin, id, await approvalCode(admin, id)))
}
/** Whoever was an ADMIN before is one no more. */
export const noOtherAdmins = () => run("UPDATE users SET role = 'SUPPORT' WHERE role = 'ADMIN'")
