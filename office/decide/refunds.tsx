import type { Refund } from '@soko/client'
import { ask, client } from '../api.ts'
import { RefundCard } from '../money/refund-card.tsx'
import type { QueueProps } from './page.tsx'
import { Queue } from './queue.tsx'

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
  </>
)

const Refunds = ({ status, ...props }: QueueProps & { status: Refund['status'] }) => (
  <Queue
    {...props}
    read={async (page) => {
      const { refunds, pagination } = await ask(() => client.refunds.index.$get({ query: { status, page } }))
      return { items: refunds, pagination }
    }}
    item={(refund, reload) => <RefundCard key={refund.id} refund={refund} reload={reload} />}
  />
)
