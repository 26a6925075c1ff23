import type { Ctx } from '#domain/core/context.ts'

/** The context, with a count of its trips of several statements and of those of each, and something that happens before one of them. */
export function watchTrips(ctx: Ctx, before: (trip: number) => unknown = () => undefined) {
  const batch = ctx.db.batch.bind(ctx.db)
  const seen = { trips: 0, statements: [] as number[] }
  const db = Object.assign(Object.create(ctx.db), {
    batch: async (...args: Parameters<typeof batch>) => {
      await before(++seen.trips)
      seen.statements.push(args[0].length)
      return batch(...args)
    },
  })
  return { seen, ctx: { ...ctx, db } as Ctx }
}
