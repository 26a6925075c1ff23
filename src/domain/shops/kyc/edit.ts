import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { ID_TYPES } from '#db/schema/shops/kyc.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { revise } from '#domain/core/machine.ts'
import { fail, invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { dayOf } from '#kernel/period.ts'
import { seal } from '#kernel/seal.ts'
import { requireUnlocked } from './lock.ts'
import { kycMachine } from './machine.ts'
import { openKyc } from './open.ts'
import { getOwnKyc, selectKycOf } from './queries.ts'
import { ID_IS_OVER } from './requirements.ts'
import { ownerOfNumber, viewKyc } from './view.ts'

/** The least age of a seller, in years. */
const ADULT_YEARS = 18

export const EditKyc = z
  .strictObject({
    legalName: f.line(2, 100),
    birthDate: f.day,
    idType: z.enum(ID_TYPES),
    idNumber: f.line(3, 40),
    idExpiresAt: f.day.nullable(),
  })
  .partial()
type EditKyc = z.output<typeof EditKyc>

/**
 * Changes the given fields of the seller's identity file; the first change creates it as a DRAFT. A file that was sent back stays in its
 * state (docs/states.md, Identity).
 * @throws 400 for a birth in the future or less than 18 years ago, or an expired paper; 409 while it is reviewed or approved
 */
export const editKyc = (ctx: Ctx, input: EditKyc) =>
  retryOnStale(async () => {
    requireSensible(ctx, input)
    const { sellerProfileId } = sellerOf(ctx)
    const { kyc } = await getOwnKyc(ctx)
    requireUnlocked(kyc)
    const id = kyc?.id ?? ctx.ids.v7()
    const set = await columnsOf(ctx, id, input)
    const [[edited]] = await commit(
      ctx,
      [
        requireActiveActor(ctx),
        ...withinEdits(ctx),
        ...(kyc ? revise(ctx, kycMachine, kyc, 'edit', { set }) : openKyc(ctx, id, sellerProfileId, set)),
      ],
      selectKycOf(ctx, sellerProfileId),
    )
    return viewKyc(ctx, edited ?? fail('NOT_FOUND'))
  })

function requireSensible(ctx: Ctx, { birthDate, idExpiresAt }: EditKyc): void {
  const today = dayOf(ctx.now)
  if (birthDate !== undefined && (birthDate >= today || birthDate < '1900'))
    invalid('birthDate', "Cette date de naissance n'est pas possible.")
  if (birthDate !== undefined && birthDate > `${Number(today.slice(0, 4)) - ADULT_YEARS}${today.slice(4)}`)
    invalid('birthDate', `Il faut avoir ${ADULT_YEARS} ans.`)
  if (idExpiresAt != null && idExpiresAt <= today) invalid('idExpiresAt', ID_IS_OVER)
}

/** The columns of the given fields; the number is sealed for this file alone. */
async function columnsOf(ctx: Ctx, id: string, { idNumber, ...rest }: EditKyc) {
  if (idNumber === undefined) return rest
  const { text, version } = await seal(ctx.settings.sealKeys, ownerOfNumber(id), idNumber)
  return { ...rest, sealedIdNumber: text, keyVersion: version }
}
