import { type Matter, matter } from '#domain/core/incidents/matter.ts'

/** SQL that finds a row while the deposit of this id still pays for a subscription: it was not given back. */
const stands = (
  id: string,
) => `SELECT 1 FROM gateway_transactions g JOIN subscription_payments sp ON sp.id = g.subject_id
    JOIN seller_profiles f ON f.id = sp.seller_profile_id JOIN users u ON u.id = f.user_id
    WHERE g.id = ${id} AND sp.status = 'SUCCEEDED'`

export const BOUGHT_NOTHING = matter({
  ...{ name: 'subscription', isMoney: true, ends: 'Se clôt quand ce paiement est rendu : remboursez-le.' },
  lasts: (key) => `EXISTS (${stands(key)})`,
})
export const PAID_OF_DELETED = matter({
  ...{ name: 'subscriptionOfDeleted', isMoney: true },
  ends: "Se clôt quand ce paiement est rendu, ou le compte de nouveau celui d'un vendeur.",
  lasts: (key) => `EXISTS (${stands(key)} AND (u.deleted_at IS NOT NULL OR u.role <> 'SELLER'))`,
})

export const DEPOSIT_TAKEN_BACK = matter({
  ...{ name: 'reversedDeposit', isMoney: true, word: { roles: ['ADMIN'] } },
  ends: 'Un administrateur dit ce qui a été convenu avec le vendeur.',
})

export const SUBSCRIPTION_MATTERS: Matter[] = [BOUGHT_NOTHING, PAID_OF_DELETED, DEPOSIT_TAKEN_BACK]
