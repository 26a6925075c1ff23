import { useId, useLayoutEffect, useRef } from 'preact/hooks'

type Props = { label: string; value?: string; onSearch: (text: string) => void }

/** A search that starts with Enter or the button; an empty search shows everything. */
export function SearchBar({ label, value = '', onSearch }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // Runs before anybody can type: later it would erase text that was typed while the page opened.
  useLayoutEffect(() => {
    if (input.current) input.current.value = value
  }, [value])
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    onSearch(String(new FormData(event.target as HTMLFormElement).get('search')).trim())
  }
  return (
    <search>
      <form class="search" onSubmit={send}>
        <div class="field">
          <label for={id}>{label}</label>
          <input
            ref={input}
            id={id}
            name="search"
            type="search"
            defaultValue={value}
            maxLength={100}
            autocomplete="off"
          />
        </div>
        <button type="submit" class="yes">
          Chercher
        </button>
      </form>
    </search>
  )
}
