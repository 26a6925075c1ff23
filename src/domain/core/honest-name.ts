import { invalid } from '#kernel/failure.ts'
import { deceitIn } from '#kernel/look-alikes.ts'
import { isOfTeam, type Role } from '#kernel/roles.ts'

/** The name of a person whose own would speak for the service. */
export const NAMELESS = 'Membre'

/** Refuses a name that speaks for the service, of a person or shop that is not the team's (docs/conventions.md, Names that deceive). 400 */
export function requireHonestName(name: string | undefined, field: string, role?: Role): void {
  const deceit = name === undefined || (role && isOfTeam(role)) ? undefined : deceitIn(name)
  if (deceit) invalid(field, `« ${deceit} » laisse croire que ce nom est celui du service : choisissez-en un autre.`)
}
