import { deliveries } from '#db/schema/orders/deliveries.ts'
import { machine } from '#domain/core/machine.ts'

/** The life of a delivery, as docs/states.md, Delivery, tells it. */
export const deliveryMachine = machine({
  thing: 'delivery',
  table: deliveries,
  name: 'la course',
  states: {
    UNASSIGNED: 'sans livreur',
    ASSIGNED: 'attribuée',
    PICKED_UP: 'en route',
    DELIVERED: 'livrée',
    FAILED_ATTEMPT: "en attente d'un second essai",
    RETURNING: 'en retour',
    RETURNED: 'retournée',
    CANCELLED: 'annulée',
  },
  events: {
    accept: { from: ['UNASSIGNED'], to: 'ASSIGNED', infinitive: 'prendre la course' },
    /** Staff give a job to a rider, and take it back before pick-up. */
    assign: { from: ['UNASSIGNED'], to: 'ASSIGNED', infinitive: 'attribuer la course' },
    unassign: { from: ['ASSIGNED'], to: 'UNASSIGNED', infinitive: 'retirer la course au livreur' },
    release: { from: ['ASSIGNED'], to: 'UNASSIGNED', infinitive: 'rendre la course' },
    pickup: { from: ['ASSIGNED'], to: 'PICKED_UP', infinitive: 'enlever le colis' },
    deliver: { from: ['PICKED_UP', 'FAILED_ATTEMPT'], to: 'DELIVERED', infinitive: 'livrer le colis' },
    fail: { from: ['PICKED_UP'], to: 'FAILED_ATTEMPT', infinitive: 'signaler un échec' },
    failAgain: { from: ['FAILED_ATTEMPT'], to: 'RETURNING', infinitive: 'signaler un échec' },
    returned: { from: ['RETURNING'], to: 'RETURNED', infinitive: 'rendre le colis au vendeur' },
    /** Staff decided for the seller: the way counts as made. */
    close: { from: ['PICKED_UP', 'FAILED_ATTEMPT', 'RETURNING'], to: 'DELIVERED', infinitive: 'clore la course' },
    /** Staff gave the parcel up: nobody brings it any more. */
    lose: {
      from: ['PICKED_UP', 'FAILED_ATTEMPT', 'RETURNING'],
      to: 'CANCELLED',
      infinitive: 'déclarer le colis perdu',
    },
    /** Before pick-up there is nothing to bring back; after it the parcel goes back to the shop. */
    cancel: {
      from: ['UNASSIGNED', 'ASSIGNED', 'PICKED_UP', 'FAILED_ATTEMPT'],
      to: { UNASSIGNED: 'CANCELLED', ASSIGNED: 'CANCELLED', PICKED_UP: 'RETURNING', FAILED_ATTEMPT: 'RETURNING' },
      infinitive: 'annuler la course',
    },
  },
})
