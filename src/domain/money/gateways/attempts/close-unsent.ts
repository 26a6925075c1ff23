import type { Write } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { closeOver } from '#domain/core/incidents/close.ts'
import { UNSENT } from '../matters.ts'

/** Behind what sends, or ends, an attempt: the last of its gateway that could not be sent ends the incident that gathers them. */
export const closeUnsent = (ctx: Ctx): Write[] => closeOver(ctx, UNSENT, 'Tous les mouvements sont partis ou arrêtés.')
