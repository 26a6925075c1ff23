import { type Matter, matter } from '#domain/core/incidents/matter.ts'

/** By the approval that an ADMIN gave. */
export const SEIZED = matter({
  ...{ name: 'seized', isMoney: true, word: { roles: ['ADMIN'] } },
  ends: "Un administrateur dit ce qu'il advient de la somme saisie.",
})

/** The books do not show who pays it in its place. */
export const DEBT_BACK = matter({
  ...{ name: 'debtBack', isMoney: true, word: { roles: ['ADMIN'] } },
  ends: 'Un administrateur dit comment la dette est payée, ou abandonnée.',
})

export const WALLET_MATTERS: Matter[] = [SEIZED, DEBT_BACK]
