import { useId } from 'preact/hooks'

export type Period = { from?: string; to?: string }

/** The first and the last day of a list; an empty day means from the beginning, or until now. */
export function Days({ onChange }: { onChange: (period: Period) => void }) {
  const id = useId()
  const read = (form: HTMLFormElement) => {
    const { from, to } = Object.fromEntries(new FormData(form)) as Record<'from' | 'to', string>
    onChange({ ...(from && { from }), ...(to && { to }) })
  }
  return (
    <form class="days" onChange={({ currentTarget }) => read(currentTarget)}>
      {(['from', 'to'] as const).map((name) => (
        <div class="field" key={name}>
          <label for={`${id}-${name}`}>{name === 'from' ? 'Du' : 'Au'}</label>
          <input id={`${id}-${name}`} name={name} type="date" />
        </div>
      ))}
    </form>
  )
}
