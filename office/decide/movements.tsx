import type { GatewayTransaction, Payout } from '@soko/client'
import { ask, client } from '../api.ts'
import { MovementCard } from '../money/movement-card.tsx'
import { PayoutCard } from '../money/payout-card.tsx'
import type { QueueProps } from './page.tsx'
import { Queue } from './queue.tsx'

const HOUR_MS = 3_600_000

/** Money on its way that did not arrive: movements that gateways contradict or do not answer for, and those still open after an hour. */
export const MovementQueue = (props: QueueProps) => (
  <>
    <Movements {...props} status="review" />
    <Movements {...props} id="mouvements-lents" title="Mouvements sans réponse depuis une heure" status="pending" />
    <Queue<Payout>
      {...props}
      id="mouvements-versements"
      title="Versements à vérifier"
      read={async (page) => {
        const query = { status: 'IN_RECONCILIATION' as const, ...page }
        const { payouts, pagination } = await ask(() => client.gatewayAPayouts.history.$get({ query }))
        return { items: payouts, pagination }
      }}
      item={(payout, reload) => <PayoutCard key={payout.payoutId} payout={payout} reload={reload} />}
    />
  </>
)

const Movements = ({ status, ...props }: QueueProps & { status: 'review' | 'pending' }) => (
  <Queue<GatewayTransaction>
    {...props}
    read={async (page) => {
      const before = status === 'pending' && { to: new Date(Date.now() - HOUR_MS).toISOString() }
      const query = { status, ...page, ...before }
      const { transactions, pagination } = await ask(() => client.gatewayB.transactions.$get({ query }))
      return { items: transactions, pagination }
    }}
    item={(movement, reload) => <MovementCard key={movement.id} movement={movement} reload={reload} />}
  />
)
