import { type Matter, matter } from '#domain/core/incidents/matter.ts'

/** A sealed file that is missing or is not what was written, by its number and the day. */
export const FILE_BROKEN = matter({
  ...{ name: 'sealedFile', isMoney: true, word: { roles: ['ADMIN'] } },
  ends: "Un administrateur dit que le fichier est revenu, tel qu'il avait été écrit.",
})

export const SEALING_MATTERS: Matter[] = [FILE_BROKEN]
