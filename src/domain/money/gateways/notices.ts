import { notice } from '#domain/core/notices/notice.ts'
import type { Money } from '#kernel/money.ts'

type Resolution = { code: string; amount: Money; reference: string; outcome: AttemptOutcome }

/** Outcomes of an attempt that an ADMIN may decide, in the words of mails and incidents. */
export const OUTCOME_WORDS = {
  succeeded: { fr: 'arrivé', en: 'arrived' },
  failed: { fr: 'échoué', en: 'failed' },
  lateSuccess: { fr: 'arrivé après coup', en: 'arrived late' },
  reversed: { fr: "repris par l'opérateur", en: 'taken back by the operator' },
} as const

/** An outcome of an attempt that an ADMIN may decide. */
export type AttemptOutcome = keyof typeof OUTCOME_WORDS

export const resolutionCode = notice<Resolution>('code.resolution', {
  fr: ({ code, amount, reference, outcome }, { money }) => ({
    subject: "Code pour décider d'un mouvement",
    body: `${code} note le mouvement ${reference} de ${money(amount)} comme ${OUTCOME_WORDS[outcome].fr}. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  en: ({ code, amount, reference, outcome }, { money }) => ({
    subject: 'Code to decide about a movement',
    body: `${code} notes the movement ${reference} of ${money(amount)} as ${OUTCOME_WORDS[outcome].en}. It is valid for 10 minutes. Do not share it.`,
  }),
})
