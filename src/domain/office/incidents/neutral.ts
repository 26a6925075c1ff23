import type { Actor } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { isStaff } from '#kernel/roles.ts'
import { type IncidentFile, partIn } from './queries.ts'

/** Whether the actor speaks for the team: staff do, unless they bought or sold the order of the incident, as a party or not. */
export function isOfTeam(actor: Actor, incident: IncidentFile): boolean {
  const part = partIn(actor, incident)
  return isStaff(actor.role) && part !== 'BUYER' && part !== 'SELLER' && !incident.traders.includes(actor.id)
}

/** Refuses staff who decide on an order that they bought or sold. 403 */
export function requireNeutral(actor: Actor, incident: IncidentFile): void {
  if (!isOfTeam(actor, incident))
    fail('FORBIDDEN', { message: "Cet incident est celui de votre propre commande : quelqu'un d'autre en décide." })
}
