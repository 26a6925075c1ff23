import type { Actor, Ctx } from '#domain/core/context.ts'
import { updatePlatformSettings } from '#domain/money/wallet/platform-settings.ts'
import { decideKyc } from '#domain/shops/kyc/decide.ts'
import { editKyc } from '#domain/shops/kyc/edit.ts'
import { addKycDocument, removeKycDocument } from '#domain/shops/kyc/papers.ts'
import { submitKyc } from '#domain/shops/kyc/submit.ts'
import type { Simulation } from '../../simulation.ts'
import { picture } from '../goods.ts'
import { act, type Commands, owner, pickFrom } from '../plan.ts'

type File = { id: string; status: string; seller: string }
const files = ({ store }: Simulation) =>
  store.rows<File>('SELECT id, status, seller_profile_id AS seller FROM kyc ORDER BY id')

const KINDS = ['ID_FRONT', 'SELFIE', 'ID_FRONT', 'SELFIE', 'ID_BACK'] as const
const SAID = [
  { legalName: 'Aline Mapendo', birthDate: '1990-05-12' },
  { idType: 'VOTER_CARD', idNumber: 'CD-1234567890' },
  { idExpiresAt: null },
] as const

/** Makes a decision of staff about a file: mostly about one that can be decided. */
const decision = (
  name: Parameters<typeof decideKyc>[2],
  weight: number,
  from: string,
  by: (simulation: Simulation) => Actor,
): Commands => ({
  [`${name}Kyc`]: {
    weight,
    plan(simulation) {
      const meant = files(simulation).filter(({ status }) => status === from || simulation.random.chance(0.1))
      const file = pickFrom(simulation, meant)
      const reason = { reason: 'Photo floue' }
      const plans = file && act(`${name}Kyc`, by(simulation), file.id, (ctx) => decideKyc(ctx, file.id, name, reason))
      // Two reviewers at once.
      return plans && simulation.random.chance(0.2) ? [...plans, ...plans] : plans
    },
  },
})

const someStaff = ({ random, people }: Simulation) => random.pick([people.support, ...people.admins])
const anAdmin = ({ random, people }: Simulation) => random.pick(people.admins)

/** Something a seller does to their own file. */
const ofSeller = (
  name: string,
  weight: number,
  does: (simulation: Simulation) => { args: unknown; run: (ctx: Ctx) => Promise<unknown> },
): Commands => ({
  [name]: {
    weight,
    plan(simulation) {
      const { args, run } = does(simulation)
      return act(name, simulation.random.pick(simulation.people.sellers), args, run)
    },
  },
})

/** Sellers who say who they are, and staff who look at it. */
export const identity: Commands = {
  ...ofSeller('editKyc', 2.5, ({ random }) => {
    const said = random.chance(0.6) ? { ...SAID[0], ...SAID[1] } : random.pick(SAID)
    return { args: said, run: (ctx) => editKyc(ctx, said) }
  }),
  ...ofSeller('addKycDocument', 3.5, ({ random }) => {
    const kind = random.pick(KINDS)
    return { args: kind, run: (ctx) => addKycDocument(ctx, { kind, file: picture() }) }
  }),
  ...ofSeller('submitKyc', 2, () => ({ args: null, run: submitKyc })),
  removeKycDocument: {
    weight: 0.7,
    plan(simulation) {
      type Paper = { id: string; owner: string }
      const papers = simulation.store.rows<Paper>(
        `SELECT id, owner_id AS owner FROM documents WHERE kind IN ('ID_FRONT', 'SELFIE', 'ID_BACK') ORDER BY id`,
      )
      const paper = pickFrom(simulation, papers)
      const seller = paper && owner(simulation, simulation.people.sellers, ({ id }) => id === paper.owner)
      return paper && act('removeKycDocument', seller ?? null, paper.id, (ctx) => removeKycDocument(ctx, paper.id))
    },
  },
  setKycRequirement: {
    weight: 0.4,
    plan(simulation) {
      // Not WITHDRAWAL: at the end of a history everybody must be able to withdraw.
      const asked = { kycRequiredFor: simulation.random.pick(['NONE', 'NONE', 'PUBLISHING'] as const) }
      return act('setKycRequirement', anAdmin(simulation), asked, (ctx) => updatePlatformSettings(ctx, asked))
    },
  },
  ...decision('approve', 1.5, 'SUBMITTED', someStaff),
  ...decision('reject', 0.6, 'SUBMITTED', someStaff),
  ...decision('requestChanges', 0.6, 'SUBMITTED', someStaff),
  ...decision('revoke', 0.8, 'APPROVED', anAdmin),
}
