import type { StaffOrderFile } from '@soko/client'
import { ask, client } from '../api.ts'
import { IncidentsOfOrder } from '../incidents/list.tsx'
import { RefundCard } from '../money/refund-card.tsx'
import { DESK, useMay } from '../role.ts'
import { money, phone, when } from '../show.ts'
import { movementState, orderState, paymentState, toneOf } from '../states.ts'
import { Act } from '../ui/act.tsx'
import { Card, Cards, Facts, Tag } from '../ui/card.tsx'
import { Load, useLoad } from '../ui/load.tsx'
import { fulfillment, network } from '../words.ts'
import { RefundButton } from './refund.tsx'
import { Notes, Timeline, Transfers } from './story.tsx'

/** An order with its whole story, and the acts that staff may do. */
export function OrderPage({ id }: { id: string }) {
  const loaded = useLoad(() => ask(() => client.staffOrders[':id'].$get({ param: { id } })), [id])
  return (
    <>
      <p>
        <a class="back" href="#/commandes">
          Toutes les commandes
        </a>
      </p>
      <Load of={loaded}>{(order) => <Order order={order} reload={loaded.reload} />}</Load>
    </>
  )
}

type Props = { order: StaffOrderFile; reload: () => void }
const CARRIED: NonNullable<StaffOrderFile['delivery']>['status'][] = ['PICKED_UP', 'FAILED_ATTEMPT', 'RETURNING']
const ENDED: StaffOrderFile['status'][] = ['CANCELLED', 'REJECTED', 'REFUNDED']

function Order({ order, reload }: Props) {
  const may = useMay()
  const { id, number, status, total, currency, items } = order
  return (
    <>
      <div class="head">
        <h1>Commande {number}</h1>
        <Tag tone={toneOf(status)}>{orderState(status)}</Tag>
      </div>
      <p class="amount">{money(total, currency)}</p>
      <div class="buttons">
        <RefundButton order={order} reload={reload} />
        {may(DESK) && !ENDED.includes(status) && (
          <Act
            label="Annuler la commande"
            title={`Annuler la commande ${number} ?`}
            tone="no"
            fields={[{ name: 'reason', label: 'Raison', kind: 'area', isOptional: true }]}
            run={({ reason }) =>
              ask(() => client.staffOrders[':id'].cancel.$post({ param: { id }, json: reason ? { reason } : {} }))
            }
            done="Commande annulée."
            onDone={reload}
          >
            <p>Ce qui a été payé devient un remboursement, qu'un administrateur décide.</p>
          </Act>
        )}
        {may(DESK) && order.delivery && CARRIED.includes(order.delivery.status) && (
          <Lost deliveryId={order.delivery.id} number={number} reload={reload} />
        )}
      </div>
      <section class="panel">
        <h2>Commande</h2>
        <OrderFacts order={order} />
        <ul class="lines">
          {items.map((item) => (
            <li key={item.id}>
              <span>
                {item.quantity} × {item.name}
              </span>
              <span>{money(item.lineTotal, currency)}</span>
            </li>
          ))}
          <li>
            <span>Livraison</span>
            <span>{money(order.deliveryFee, currency)}</span>
          </li>
        </ul>
      </section>
      <Movements order={order} reload={reload} />
      <IncidentsOfOrder orderId={id} reload={reload} />
      <Timeline events={order.history} />
      <Notes order={order} reload={reload} />
      <Transfers transfers={order.transfers} />
    </>
  )
}

/** Declares a parcel lost that a rider has and nobody finds. */
const Lost = ({ deliveryId, number, reload }: { deliveryId: string; number: string; reload: () => void }) => (
  <Act
    label="Déclarer le colis perdu"
    title={`Déclarer perdu le colis de ${number} ?`}
    tone="no"
    fields={[{ name: 'reason', label: 'Raison', kind: 'area' }]}
    run={({ reason = '' }) =>
      ask(() => client.staffDeliveries[':id'].lost.$post({ param: { id: deliveryId }, json: { reason } }))
    }
    done="Colis déclaré perdu."
    onDone={reload}
  >
    <p>La commande est annulée, le livreur est libre, et un administrateur décide du remboursement.</p>
  </Act>
)

const OrderFacts = ({ order }: Pick<Props, 'order'>) => (
  <Facts
    of={[
      ['Acheteur', <a href={`#/personnes/${order.buyerId}`}>{order.buyer.name}</a>],
      ['Téléphone', phone(order.buyer.phone)],
      ['E-mail', order.buyer.email],
      ['Boutique', order.shop.name],
      ['Paiement', paymentState(order.paymentStatus)],
      ['Déjà remboursé', Number(order.refundedAmount) > 0 && money(order.refundedAmount, order.currency)],
      ['Remise', fulfillment(order.fulfillmentMethod)],
      ['Adresse', order.deliveryAddress],
      ['Livreur', order.delivery?.rider && `${order.delivery.rider.name}, ${phone(order.delivery.rider.phone)}`],
      ['Note', order.note],
      ['Annulée', order.cancellationReason],
      ['Refusée', order.rejectionReason],
      ['Passée', when(order.createdAt)],
    ]}
  />
)

const Movements = ({ order, reload }: Props) => (
  <section class="panel">
    <h2>Paiements et remboursements</h2>
    <Cards empty="Rien n'a été payé.">
      {[
        ...order.payins.map((payin) => (
          <Card
            key={payin.transactionId}
            title="Paiement"
            tag={<Tag tone={toneOf(payin.status)}>{movementState(payin.status)}</Tag>}
          >
            <p class="amount">{money(payin.amount, payin.currency)}</p>
            <Facts
              of={[
                ['Réseau', network(payin.network)],
                ['Référence', payin.transactionId],
                ['Échec', payin.failureReason],
                ['Demandé', when(payin.createdAt)],
              ]}
            />
          </Card>
        )),
        ...order.refunds.map((refund) => <RefundCard key={refund.id} refund={refund} reload={reload} isOnOrder />),
      ]}
    </Cards>
  </section>
)
