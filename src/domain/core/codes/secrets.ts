import type { Ctx } from '../context.ts'

/** The caller under each valid secret: the present one, then the previous one during a rotation. */
export function underEachSecret(ctx: Ctx): Ctx[] {
  const { codeSecretPrevious: codeSecret } = ctx.settings
  return codeSecret ? [ctx, { ...ctx, settings: { ...ctx.settings, codeSecret } }] : [ctx]
}

/** Whether a check is right under one of the valid secrets. */
export async function isUnderASecret(ctx: Ctx, isRight: (ctx: Ctx) => Promise<boolean>): Promise<boolean> {
  const answers = await Promise.all(underEachSecret(ctx).map(isRight))
  return answers.includes(true)
}
