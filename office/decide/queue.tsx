import type { Pagination } from '@soko/client'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useKept } from '../ui/kept.ts'
import { Load, Pager, useLoad } from '../ui/load.tsx'
import type { QueueProps } from './page.tsx'

export type Page<T> = { items: T[]; pagination: Pagination }

/** Things of one kind on a page; the chips above lead to each kind. */
const SHOWN = '20'

type Props<T> = QueueProps & {
  read: (page: { page: string; limit: string }) => Promise<Page<T>>
  item: (thing: T, reload: () => void) => ComponentChildren
}

/** The things of one kind that wait for a decision; nothing is shown if none waits. */
export function Queue<T>({ id, title, read, item, onTotal, turn, onDecided }: Props<T>) {
  const [page, setPage] = useKept(`a-decider : ${id}`, 1)
  const loaded = useLoad(() => read({ page: String(page), limit: SHOWN }), [page, turn])
  const total = loaded.data?.pagination.total
  useEffect(() => onTotal(id, total), [total])
  const isPast = page > 1 && loaded.data?.items.length === 0
  useEffect(() => {
    if (isPast) setPage(1)
  }, [isPast])
  if (total === 0 || (total === undefined && loaded.error === undefined)) return null
  return (
    <section class="panel" id={`file-${id}`} tabIndex={-1}>
      <h2>
        {title} {total !== undefined && <span class="count">{total}</span>}
      </h2>
      <Load of={loaded}>
        {({ items, pagination }) => (
          <>
            <ul class="cards">{items.map((thing) => item(thing, onDecided))}</ul>
            <Pager of={pagination} go={setPage} />
          </>
        )}
      </Load>
    </section>
  )
}
