import { ApiError } from '@soko/client'
import type { ComponentChildren } from 'preact'
import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import { wordsOf } from '../api.ts'

export type LoadState<T> = {
  data: T | undefined
  error: string | undefined
  /** The thing does not exist: to ask again is no use. */
  isGone: boolean
  isBusy: boolean
  reload: () => void
}

/** Reads something, and reads it again when `of` changes or `reload` is called; the last data stays shown meanwhile. */
export function useLoad<T>(read: () => Promise<T>, of: unknown[]): LoadState<T> {
  const [state, setState] = useState<Omit<LoadState<T>, 'reload'>>({
    ...{ data: undefined, error: undefined, isGone: false, isBusy: true },
  })
  const [turn, reload] = useReducer((turns: number, _: undefined) => turns + 1, 0)
  const latest = useRef(0)
  useEffect(() => {
    const mine = ++latest.current
    const isStale = () => mine !== latest.current
    setState((before) => ({ ...before, isBusy: true }))
    read().then(
      (data) => isStale() || setState({ data, error: undefined, isGone: false, isBusy: false }),
      (error) => {
        const isGone = error instanceof ApiError && error.status === 404
        isStale() || setState((before) => ({ ...before, error: wordsOf(error), isGone, isBusy: false }))
      },
    )
  }, [...of, turn])
  return { ...state, reload: () => reload(undefined) }
}

/** Shows the data, or that it is loading, or the error. */
export function Load<T>({ of, children }: { of: LoadState<T>; children: (data: T) => ComponentChildren }) {
  if (of.error !== undefined)
    return (
      <div class="refusal" role="alert">
        <p>{of.isGone ? "Cela n'existe pas, ou plus." : of.error}</p>
        {!of.isGone && (
          <button type="button" onClick={of.reload}>
            Réessayer
          </button>
        )}
      </div>
    )
  if (of.data === undefined) return <p class="soft">Chargement…</p>
  return <div aria-busy={of.isBusy}>{children(of.data)}</div>
}

type Pagination = { page: number; limit: number; total: number; totalPages: number }

/** Goes through the pages of a list; a list of one page shows nothing. */
export function Pager({ of, go }: { of: Pagination; go: (page: number) => void }) {
  if (of.totalPages <= 1) return null
  return (
    <nav class="pager" aria-label="Pages de la liste">
      <button type="button" disabled={of.page <= 1} onClick={() => go(of.page - 1)}>
        Précédents
      </button>
      <span>
        Page {of.page} sur {of.totalPages}
      </span>
      <button type="button" disabled={of.page >= of.totalPages} onClick={() => go(of.page + 1)}>
        Suivants
      </button>
    </nav>
  )
}
