import { useId } from 'preact/hooks'

/** Looks for what was typed once Enter or the button is pressed; nothing typed shows everything. */
export function SearchBar({ label, onSearch }: { label: string; onSearch: (text: string) => void }) {
  const id = useId()
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    onSearch(String(new FormData(event.target as HTMLFormElement).get('search')).trim())
  }
  return (
    <search>
      <form class="search" onSubmit={send}>
        <div class="field">
          <label for={id}>{label}</label>
          <input id={id} name="search" type="search" maxLength={100} autocomplete="off" />
        </div>
        <button type="submit" class="yes">
          Chercher
        </button>
      </form>
    </search>
  )
}
