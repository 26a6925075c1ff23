import type { Refund } from '@soko/client'
import { ask, client } from '../api.ts'
import { RefundCard } from '../money/refund-card.tsx'
import type { QueueProps } from './page.tsx'
import { Queue } from './queue.tsx'

const HOUR_MS = 3_600_000

/** Refunds that wait for an administrator, and those that failed. */
export const RefundQueue = (props: QueueProps) => (
  <>
    <Refunds {...props} status="REQUESTED" />
    <Refunds
      {...props}
      id="remboursements-codes"
      title="Remboursements qui attendent leur code"
      status="AWAITING_CODE"
    />
    <Refunds {...props} id="remboursements-echoues" title="Remboursements échoués" status="FAILED" />
    <Refunds
      {...props}
      id="remboursements-lents"
      title="Remboursements sans réponse depuis une heure"
      status="PROCESSING"
      to={new Date(Date.now() - HOUR_MS).toISOString()}
    />
  </>
)

type RefundsProps = QueueProps & { status: Refund['status']; to?: string }

const Refunds = ({ status, to, ...props }: RefundsProps) => (
  <Queue
    {...props}
    read={async (page) => {
      const { refunds, pagination } = await ask(() =>
        client.refunds.index.$get({ query: { status, ...page, ...(to && { to }) } }),
      )
      return { items: refunds, pagination }
    }}
    item={(refund, reload) => <RefundCard key={refund.id} refund={refund} reload={reload} />}
  />
)
