import { INCIDENT_STATES } from '../../../db/schema/core/incidents.ts'
import type { Role } from '../../../kernel/roles.ts'

/**
 * A kind of incident that the service opens, declared beside the feature that opens it: how its references begin, and how it
 * ends. It ends with its matter (`lasts`), by the word of a person (`word`), or by whichever comes first.
 */
export type Matter = {
  /** References of this kind are this, a colon and their key. */
  name: string
  /** About money: only an ADMIN ends one by a word, with a note, and nobody dismisses one. */
  isMoney: boolean
  /** A French sentence for staff: what ends it, or what is to be seen to before somebody ends it. */
  ends: string
  /** SQL about the incident `i` with this key: its matter is not over. Once it is, the incident ends by itself. */
  lasts?: (key: string) => string
  /** Who ends it by a word; nobody does unless told, and nobody while `unless` holds. */
  word?: { roles: readonly Role[]; unless?: (key: string) => string }
} & ({ lasts: (key: string) => string } | { word: { roles: readonly Role[] } })

/** Declares a kind. Its openers make their references of it, so that no incident is of a kind that nobody declared. */
export const matter = (declared: Matter): Matter => declared

/** A reference of an incident: made by `refOf` alone. */
export type IncidentRef = string & { readonly isOfMatter: true }

export const refOf = ({ name }: Matter, key: string): IncidentRef => `${name}:${key}` as IncidentRef

const keyIn = ({ name }: Matter) => `substr(i.ref, ${name.length + 2})`

/** SQL: the incident `i` is of this kind. */
export const isOf = ({ name }: Matter) => `i.ref GLOB '${name}:*'`

/** SQL: the matter of the incident `i`, of this kind, is not over. */
export const lastsFor = (each: Matter): string | undefined => each.lasts && `(${each.lasts(keyIn(each))})`

/** SQL: nobody may end the incident `i`, of this kind, by a word yet. */
export const tooEarlyFor = (each: Matter): string | undefined =>
  each.word?.unless && `(${each.word.unless(keyIn(each))})`

/** SQL: the incident `i` is not over. Written out, as the partial index has it. */
export const IS_OPEN = `${INCIDENT_STATES.open.inText('i.status')}`
