import { OnboardingView, showOnboarding } from '#domain/shops/profiles/show-onboarding.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'

export const onboarding = newRouter().get(
  '/',
  op({
    id: 'showOnboarding',
    summary: 'Mes étapes de vendeur',
    doc: `Ce que le vendeur connecté a fait et ce qui lui reste à faire, dans l'ordre, même avant d'avoir un profil.
      canPublish : il a un abonnement en cours et une boutique publiée. canWithdraw : son numéro de retrait est confirmé.
      Une étape PENDING attend un paiement ou une décision.`,
    reasons: [],
    roles: ['SELLER'],
    ok: OnboardingView,
  }),
  async (c) => c.json(ok(await showOnboarding(ctx(c)))),
)
