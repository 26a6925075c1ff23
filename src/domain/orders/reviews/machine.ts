import { reviews } from '#db/schema/orders/reviews.ts'
import { machine } from '#domain/core/machine.ts'

/** The states of a buyer's review (docs/states.md, Reviews). */
export const buyerReviewMachine = machine({
  thing: 'buyer_review',
  table: reviews,
  name: "l'avis",
  states: { VISIBLE: 'visible', PENDING: "en attente d'une décision de l'équipe", HIDDEN: "caché par l'équipe" },
  events: {
    /** The author wrote a number or a link. */
    hold: { from: ['VISIBLE'], to: 'PENDING', infinitive: 'retenir' },
    report: { from: ['VISIBLE'], to: 'PENDING', infinitive: 'signaler' },
    approve: { from: ['PENDING', 'HIDDEN'], to: 'VISIBLE', infinitive: 'approuver' },
    reject: { from: ['VISIBLE', 'PENDING'], to: 'HIDDEN', infinitive: 'refuser' },
  },
})
