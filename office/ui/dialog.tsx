import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { say } from './said.tsx'

type Props = { title: string; onClose: () => void; children: ComponentChildren }

/** The step back in history of a window that closes. The browser makes it later, so a window that opens meanwhile must wait for it. */
let leaving: Promise<void> | undefined
function leave(): void {
  leaving = new Promise((left) => {
    addEventListener(
      'popstate',
      () => {
        leaving = undefined
        left()
      },
      { once: true },
    )
  })
  history.back()
}

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
    // The browser's way back, a thumb's on a phone, closes the window and stays on the page.
    const isOnTop = () => history.state?.window === id
    const back = () => isOnTop() || close.current()
    let isShown = true
    const enter = () => {
      if (!isShown) return
      history.pushState({ window: id }, '')
      addEventListener('popstate', back)
    }
    if (leaving) leaving.then(enter)
    else enter()
    return () => {
      isShown = false
      removeEventListener('popstate', back)
      if (isOnTop()) leave()
      close.current = () => {}
      // The browser gives the keyboard back to the element that opened the window.
      shown?.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      // By itself, the browser would give the keyboard back before the window is known to be closed.
      onCancel={(event) => {
        event.preventDefault()
        close.current()
      }}
      onClose={() => close.current()}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
