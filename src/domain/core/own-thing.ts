import { fail } from '#kernel/failure.ts'
import { actorOf, type Ctx } from './context.ts'

/**
 * Nobody of the team decides about a thing of their own: one that they own, sell, buy, carry or complained about, from before they
 * were of the team or beside it. What is the money of an only administrator: own-matter.ts. 403
 * @param theirs the ids of everybody whose thing it is: of people, of seller profiles, of riders
 */
export function refuseOwnThing(ctx: Ctx, ...theirs: (string | null | undefined)[]): void {
  const { id, sellerProfileId, riderId } = actorOf(ctx)
  if (theirs.some((who) => who && [id, sellerProfileId, riderId].includes(who)))
    fail('FORBIDDEN', { message: "C'est le vôtre : un autre membre de l'équipe doit en décider." })
}
