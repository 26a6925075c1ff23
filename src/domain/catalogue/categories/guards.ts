import { guard } from '#db/guard.ts'

/** Deleted products count too: their orders still show the category. */
export const CATEGORY_IN_USE = guard('CATEGORY_IN_USE', 'CONFLICT', {
  reason: 'IN_USE',
  message: "Des produits ou des sous-catégories s'y rangent : masquez-la plutôt.",
})
