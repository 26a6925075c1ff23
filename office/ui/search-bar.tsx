import { useId, useLayoutEffect, useRef } from 'preact/hooks'

type Props = { label: string; value?: string; onSearch: (text: string) => void }

/** Looks for what was typed once Enter or the button is pressed; nothing typed shows everything. */
export function SearchBar({ label, value = '', onSearch }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // Before anybody can type: later it would take away what was typed as the page opened.
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
