import { type Matter, matter } from '#domain/core/incidents/matter.ts'

const isMoney = true
/** The last verdict about the law of a key, which is its name and the day on which it was found broken. */
const verdict = (key: string) => `SELECT 1 FROM law_verdicts v WHERE v.name = substr(${key}, 1, length(${key}) - 11)`

/** A broken law: it ends if the law is checked again and holds; for a removed law, by an ADMIN's word. */
export const BROKEN_LAW = matter({
  ...{ name: 'law', isMoney },
  ends: 'Se clôt quand la règle est vérifiée à nouveau et tenue.',
  lasts: (key) => `NOT EXISTS (${verdict(key)} AND v.ok = 1 AND v.checked_at > i.created_at)`,
  word: { roles: ['ADMIN'], unless: (key) => `EXISTS (${verdict(key)} AND v.ok = 0)` },
})
export const UNCLAIMED = matter({
  ...{ name: 'wallet:unclaimed', isMoney, word: { roles: ['ADMIN'] } },
  ends: "Un administrateur dit à qui la somme a été versée, ou qu'elle reste à la caisse.",
})
export const COVERED = matter({
  ...{ name: 'wallet:covered', isMoney, word: { roles: ['ADMIN'] } },
  ends: 'Un administrateur dit que la perte est notée, ou que la somme est revenue.',
})

export const LEDGER_MATTERS: Matter[] = [BROKEN_LAW, UNCLAIMED, COVERED]
