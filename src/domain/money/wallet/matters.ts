import { type Matter, matter } from '../../core/incidents/matter.ts'

/** By the approval that an ADMIN gave. */
export const SEIZED = matter({
  ...{ name: 'seized', isMoney: true, word: { roles: ['ADMIN'] } },
  ends: "Un administrateur dit ce qu'il advient de la somme saisie.",
})

export const WALLET_MATTERS: Matter[] = [SEIZED]
