import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { KYC_STATUSES } from '#db/schema/shops/profiles.ts'
import { SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { asksForKyc } from '#domain/core/kyc-required.ts'
import { hasPublishedProduct } from '../above.ts'

const KEYS = ['PROFILE', 'SUBSCRIPTION', 'SHOP', 'PUBLISHED_SHOP', 'PRODUCT', 'PAYOUT_NUMBER', 'KYC'] as const

export const OnboardingView = z
  .object({
    steps: z.array(
      z.object({
        key: z.enum(KEYS),
        label: z.string(),
        required: z.boolean(),
        status: z.enum(['NOT_STARTED', 'PENDING', 'DONE']),
      }),
    ),
    canPublish: z.boolean(),
    canWithdraw: z.boolean(),
  })
  .meta({ id: 'Onboarding' })
type Onboarding = z.output<typeof OnboardingView>
type Step = Onboarding['steps'][number]

type Facts = {
  asksForKyc: 0 | 1
  hasProfile: 0 | 1
  isSubscribed: 0 | 1
  isSubscribing: 0 | 1
  hasShop: 0 | 1
  hasPublishedShop: 0 | 1
  hasSuspendedShop: 0 | 1
  hasProduct: 0 | 1
  hasNumber: 0 | 1
  kycStatus: (typeof KYC_STATUSES)[number] | null
}

/**
 * The steps of a seller before they sell and are paid, with their status, also before there is a profile (docs/states.md, Seller profile).
 * The identity is required while the platform asks for it.
 */
export async function showOnboarding(ctx: Ctx): Promise<Onboarding> {
  const [facts] = await ctx.db.all<Facts>(selectFacts(actorOf(ctx).sellerProfileId))
  const done = (fact: keyof Facts): Step['status'] => (facts?.[fact] ? 'DONE' : 'NOT_STARTED')
  const step = (key: Step['key'], label: string, status: Step['status'], required = true): Step => ({
    key,
    label,
    required,
    status,
  })
  const subscription = facts?.isSubscribed ? 'DONE' : facts?.isSubscribing ? 'PENDING' : 'NOT_STARTED'
  const isSuspended = facts?.hasSuspendedShop && !facts.hasPublishedShop
  const publishing = isSuspended ? "Boutique suspendue : contactez l'assistance" : 'Publier la boutique'
  return {
    steps: [
      step('PROFILE', 'Compléter le profil vendeur', done('hasProfile')),
      step('SUBSCRIPTION', "S'abonner à un plan", subscription),
      step('SHOP', 'Ouvrir une boutique', done('hasShop')),
      step('PUBLISHED_SHOP', publishing, done('hasPublishedShop')),
      step('PRODUCT', 'Publier un produit', done('hasProduct')),
      step('PAYOUT_NUMBER', 'Confirmer un numéro de retrait', done('hasNumber')),
      step(
        'KYC',
        KYC_STEPS[facts?.kycStatus ?? 'NOT_STARTED'].label,
        KYC_STEPS[facts?.kycStatus ?? 'NOT_STARTED'].status,
        Boolean(facts?.asksForKyc),
      ),
    ],
    canPublish: Boolean(facts?.isSubscribed && facts.hasPublishedShop),
    canWithdraw: Boolean(facts?.hasNumber),
  }
}

const VERIFY = "Faire vérifier l'identité"

/** Labels of a file that came back: they say what to do with it. */
const KYC_STEPS: Record<(typeof KYC_STATUSES)[number], Pick<Step, 'label' | 'status'>> = {
  NOT_STARTED: { label: VERIFY, status: 'NOT_STARTED' },
  DRAFT: { label: VERIFY, status: 'NOT_STARTED' },
  SUBMITTED: { label: VERIFY, status: 'PENDING' },
  APPROVED: { label: VERIFY, status: 'DONE' },
  REJECTED: { label: "Dossier d'identité refusé : le corriger et l'envoyer de nouveau", status: 'NOT_STARTED' },
  CHANGES_REQUESTED: { label: "Corriger le dossier d'identité et l'envoyer de nouveau", status: 'NOT_STARTED' },
  REVOKED: { label: "Identité révoquée : corriger le dossier et l'envoyer de nouveau", status: 'NOT_STARTED' },
}

/** Selects the facts, each by an index of the seller's own rows; without a profile all are false. */
const selectFacts = (sellerProfileId: string | null) => sql`
  SELECT ${asksForKyc} AS asksForKyc, sp.id IS NOT NULL AS hasProfile, sp.kyc_status AS kycStatus,
    EXISTS (SELECT 1 FROM subscriptions su WHERE su.seller_profile_id = sp.id AND ${SUBSCRIPTION_STATES.current.in('su.status')}) AS isSubscribed,
    EXISTS (SELECT 1 FROM subscriptions su WHERE su.seller_profile_id = sp.id AND su.status = 'PENDING') AS isSubscribing,
    EXISTS (SELECT 1 FROM shops s WHERE s.seller_profile_id = sp.id AND s.status <> 'CLOSED') AS hasShop,
    EXISTS (SELECT 1 FROM shops s WHERE s.seller_profile_id = sp.id AND s.status = 'PUBLISHED') AS hasPublishedShop,
    EXISTS (SELECT 1 FROM shops s WHERE s.seller_profile_id = sp.id AND s.status = 'SUSPENDED') AS hasSuspendedShop,
    ${hasPublishedProduct} AS hasProduct,
    EXISTS (SELECT 1 FROM wallets w WHERE w.owner_id = sp.id AND w.payout_verified_at IS NOT NULL) AS hasNumber
  FROM (SELECT 1) LEFT JOIN seller_profiles sp ON sp.id = ${sellerProfileId}`
