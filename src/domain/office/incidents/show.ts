import { actorOf, type Ctx } from '../../core/context.ts'
import { incidentFor, selectIncident } from './queries.ts'
import { viewIncident } from './view.ts'

/** An incident, for whoever opened it, the buyer and the seller of its order, and staff; 404 for everybody else. */
export async function showIncident(ctx: Ctx, id: string) {
  return viewIncident(ctx, incidentFor(actorOf(ctx), await selectIncident(ctx, id)))
}
