/** Puts the keyboard on an element that is only read, such as a heading. */
export function focusOn(element: HTMLElement | null | undefined): void {
  if (!element) return
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'nearest' })
}

/** Moves the keyboard on from an element that is gone: to the next thing of the list, the one before, the next list, or the page. */
export function passFocusOn(gone: HTMLElement): void {
  const card = gone.closest('.card')
  const panel = gone.closest('.panel')
  const heirs = [
    card?.nextElementSibling?.querySelector('h3'),
    card?.previousElementSibling?.querySelector('h3'),
    panel?.querySelector('h2'),
    panel?.nextElementSibling?.querySelector('h2'),
    document.querySelector<HTMLElement>('main h1'),
  ]
  setTimeout(() => {
    if (document.activeElement === document.body)
      focusOn(heirs.find((heir): heir is HTMLElement => Boolean(heir?.isConnected)))
  })
}
