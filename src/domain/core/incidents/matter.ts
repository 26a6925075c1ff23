import { INCIDENT_STATES } from '#db/schema/core/incidents.ts'
import type { Role } from '#kernel/roles.ts'

/**
 * A kind of incident that the service opens, declared beside the feature that opens it. It ends with its matter (`lasts`), by the word of a
 * person (`word`), or by the first of both.
 */
export type Matter = {
  /** The first part of each reference, before a colon and the key. */
  name: string
  /** About money: only an ADMIN ends one by a word, with a note, and nobody dismisses one. */
  isMoney: boolean
  /** A French sentence for staff: the event that ends it, or the checks before a person ends it. */
  ends: string
  /** SQL about the incident `i` with this key: its matter is not over. If it is over, the incident ends by itself. */
  lasts?: (key: string) => string
  /** Roles that may end it by a word; without it nobody may, and nobody may while `unless` holds. */
  word?: { roles: readonly Role[]; unless?: (key: string) => string }
} & ({ lasts: (key: string) => string } | { word: { roles: readonly Role[] } })

/** Declares a kind. Openers make their references from it, so that every incident has a declared kind. */
export const matter = (declared: Matter): Matter => declared

/** A reference of an incident; only `refOf` makes one. */
export type IncidentRef = string & { readonly isOfMatter: true }

export const refOf = ({ name }: Matter, key: string): IncidentRef => `${name}:${key}` as IncidentRef

const keyIn = ({ name }: Matter) => `substr(i.ref, ${name.length + 2})`

/** SQL: whether the incident `i` is of this kind. */
export const isOf = ({ name }: Matter) => `i.ref GLOB '${name}:*'`

/** SQL: whether the matter of the incident `i`, of this kind, still lasts. */
export const lastsFor = (each: Matter): string | undefined => each.lasts && `(${each.lasts(keyIn(each))})`

/** SQL: whether nobody may end the incident `i`, of this kind, by a word yet. */
export const tooEarlyFor = (each: Matter): string | undefined =>
  each.word?.unless && `(${each.word.unless(keyIn(each))})`

/** SQL: whether the incident `i` is open, written as the partial index has it. */
export const IS_OPEN = `${INCIDENT_STATES.open.inText('i.status')}`
