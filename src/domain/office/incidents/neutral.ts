import { fail } from '../../../kernel/failure.ts'
import { isStaff } from '../../../kernel/roles.ts'
import type { Actor } from '../../core/context.ts'
import { type IncidentFile, partIn } from './queries.ts'

/**
 * Whether it is the team that speaks: who bought or sold the order does so for themselves, whatever their role, and whoever
 * opened the incident, the service too.
 */
export function isOfTeam(actor: Actor, incident: IncidentFile): boolean {
  const part = partIn(actor, incident)
  return isStaff(actor.role) && part !== 'BUYER' && part !== 'SELLER' && !incident.traders.includes(actor.id)
}

/** Nobody of the team decides on an order that they bought or sold themselves. 403 */
export function requireNeutral(actor: Actor, incident: IncidentFile): void {
  if (!isOfTeam(actor, incident))
    fail('FORBIDDEN', { message: "Cet incident est celui de votre propre commande : quelqu'un d'autre en décide." })
}
