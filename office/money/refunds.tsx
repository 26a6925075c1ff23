import type { Refund } from '@soko/client'
import { ask, client } from '../api.ts'
import { refundState } from '../states.ts'
import { Cards } from '../ui/card.tsx'
import { useKept } from '../ui/kept.ts'
import { Load, Pager, useLoad } from '../ui/load.tsx'
import { StateFilter } from '../ui/state-filter.tsx'
import { choices } from '../words.ts'
import { RefundCard } from './refund-card.tsx'

/** Refunds, the newest first. */
export function RefundsPage() {
  const [page, setPage] = useKept('remboursements : page', 1)
  const [status, setStatus] = useKept<Refund['status'] | ''>('remboursements : état', '')
  const loaded = useLoad(
    () => ask(() => client.refunds.index.$get({ query: { page: String(page), ...(status && { status }) } })),
    [page, status],
  )
  return (
    <>
      <h1>Remboursements</h1>
      <div class="tools">
        <StateFilter
          all="Tous"
          options={choices(refundState, ...refundState.all)}
          value={status}
          onChoice={(chosen) => {
            setPage(1)
            setStatus(chosen as Refund['status'] | '')
          }}
        />
      </div>
      <Load of={loaded}>
        {({ refunds, pagination }) => (
          <>
            <Cards empty="Aucun remboursement.">
              {refunds.map((refund) => (
                <RefundCard key={refund.id} refund={refund} reload={loaded.reload} />
              ))}
            </Cards>
            <Pager of={pagination} go={setPage} />
          </>
        )}
      </Load>
    </>
  )
}
