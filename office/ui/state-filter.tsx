import { useId } from 'preact/hooks'
import type { Option } from './fields.tsx'

type Props = { all: string; options: Option[]; onChoice: (state: string) => void }

/** Shows only what is in one state. */
export function StateFilter({ all, options, onChoice }: Props) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>État</label>
      <select id={id} onChange={({ currentTarget }) => onChoice(currentTarget.value)}>
        <option value="">{all}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
