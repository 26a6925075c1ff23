import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { say } from './said.tsx'

type Props = { title: string; onClose: () => void; children: ComponentChildren }

/** A window over the page that keeps the keyboard inside; Escape closes it. */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = useRef(onClose)
  close.current = onClose
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    say('')
    // The way back of the browser, a thumb's on a phone, closes the window and stays on the page.
    history.pushState({ window: id }, '')
    const isOnTop = () => history.state?.window === id
    const back = () => isOnTop() || close.current()
    addEventListener('popstate', back)
    return () => {
      removeEventListener('popstate', back)
      if (isOnTop()) history.back()
      close.current = () => {}
      // The browser gives the keyboard back to what opened the window.
      shown?.close()
    }
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={() => close.current()}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
