import type { Ctx } from '../context.ts'

/** Where a stored picture can be fetched. */
export const mediaUrl = (ctx: Ctx, key: string) =>
  `${ctx.settings.publicBaseUrl}/api/v1/media/${encodeURIComponent(key)}`
