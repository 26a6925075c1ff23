import { eq } from 'drizzle-orm'
import { refusedFor } from '#db/commit.ts'
import { type Charge, type GatewayTransaction, gatewayTransactions } from '#db/schema/money/gateways.ts'
import { recordAct, shownAmount } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { ROUTING, refusalOf } from '#providers/gateways.ts'
import { intend } from '../gateways/attempts/intend.ts'
import { requireFewPrompts } from '../gateways/attempts/prompts.ts'
import { send } from '../gateways/attempts/send.ts'

/** Makes the charge under this reference, or finds the one that has it already. @throws 400 if the operator refused it */
export async function charge(ctx: Ctx, wanted: Charge, reference: string): Promise<GatewayTransaction> {
  const made = await chargeOrFind(ctx, wanted, reference)
  return made.status === 'failed' ? fail(refusalOf('CHARGE')) : made
}

/** Makes or finds as `charge`, and also answers one that the operator refused. */
export async function chargeOrFind(ctx: Ctx, wanted: Charge, reference: string): Promise<GatewayTransaction> {
  const id = ctx.ids.v7()
  const asked = { ...wanted, ...ROUTING.CHARGE, purpose: 'CHARGE', subjectId: id, reference, claimed: true } as const
  const { row, writes } = intend(ctx, asked)
  const details = { ...shownAmount(wanted), network: wanted.network }
  try {
    await commit(ctx, [...writes, ...requireFewPrompts(ctx, row), recordAct(ctx, 'payin.request', row.id, details)])
  } catch (error) {
    if (!refusedFor(error, 'ALREADY_EXISTS')) throw error
    return sameCharge(ctx, wanted, reference, error)
  }
  return send(ctx, row)
}

async function sameCharge(ctx: Ctx, wanted: Charge, reference: string, refusal: unknown): Promise<GatewayTransaction> {
  const [known] = await ctx.db.select().from(gatewayTransactions).where(eq(gatewayTransactions.reference, reference))
  const keys = Object.keys(wanted) as (keyof Charge)[]
  const isSame = known?.purpose === 'CHARGE' && keys.every((key) => known[key] === wanted[key])
  if (!isSame) throw refusal
  return known
}
