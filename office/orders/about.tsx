import { ask, client } from '../api.ts'
import { DESK, useMay } from '../role.ts'
import { money } from '../show.ts'
import { orderState } from '../states.ts'
import { Facts } from '../ui/card.tsx'
import { useLoad } from '../ui/load.tsx'

/** The order of a refund or an incident in a few words, for people who may see orders. */
export const OrderAbout = ({ id }: { id: string | null }) => (useMay()(DESK) && id ? <About key={id} id={id} /> : null)

function About({ id }: { id: string }) {
  const { data: order } = useLoad(() => ask(() => client.staffOrders[':id'].$get({ param: { id } })), [id])
  if (!order) return null
  return (
    <Facts
      of={[
        ['Commande', <a href={`#/commandes/${id}`}>{order.number}</a>],
        ['Sa valeur', `${money(order.total, order.currency)}, ${orderState(order.status)}`],
        ['Acheteur', order.buyer.name],
        ['Boutique', order.shop.name],
        ['Refusée', order.rejectionReason],
        ['Annulée', order.cancellationReason],
      ]}
    />
  )
}
