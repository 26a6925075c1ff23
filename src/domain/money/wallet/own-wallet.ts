import { sql } from 'drizzle-orm'
import { guard } from '#db/guard.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'

const OWN_WALLET = guard('OWN_WALLET', 'CONFLICT', {
  message: 'Ce portefeuille est le vôtre : un autre administrateur doit en décider.',
})

/** Nobody of the team decides about a wallet that is theirs (docs/money.md, Two people). */
export const ownWallet = (ctx: Ctx, { userId }: { userId: string }) => ({
  broken: OWN_WALLET,
  isTheirs: sql`${userId} = ${actorOf(ctx).id}`,
})
