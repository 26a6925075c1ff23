import type { Ctx } from '../context.ts'

/** The same caller under each secret that counts: the present one, then the one before it while they rotate. */
export function underEachSecret(ctx: Ctx): Ctx[] {
  const { codeSecretPrevious: codeSecret } = ctx.settings
  return codeSecret ? [ctx, { ...ctx, settings: { ...ctx.settings, codeSecret } }] : [ctx]
}

/** Whether something made with a secret is as it should be, under one that counts. */
export async function isUnderASecret(ctx: Ctx, isRight: (ctx: Ctx) => Promise<boolean>): Promise<boolean> {
  const answers = await Promise.all(underEachSecret(ctx).map(isRight))
  return answers.includes(true)
}
