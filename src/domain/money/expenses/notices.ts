import { notice } from '#domain/core/notices/notice.ts'
import type { Money } from '#kernel/money.ts'

export const expenseCode = notice<{ code: string; amount: Money; label: string }>('code.expense', {
  fr: ({ code, amount, label }, { money }) => ({
    subject: 'Code pour une dépense',
    body: `${code} approuve la dépense « ${label} » de ${money(amount)}. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  en: ({ code, amount, label }, { money }) => ({
    subject: 'Code for an expense',
    body: `${code} approves the expense “${label}” of ${money(amount)}. It is valid for 10 minutes. Do not share it.`,
  }),
})
