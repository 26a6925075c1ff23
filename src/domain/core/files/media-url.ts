import type { Ctx } from '../context.ts'

/** The address of a stored picture. */
export const mediaUrl = (ctx: Ctx, key: string) =>
  `${ctx.settings.publicBaseUrl}/api/v1/media/${encodeURIComponent(key)}`
