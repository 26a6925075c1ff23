import { useId } from 'preact/hooks'
import type { Option } from './fields.tsx'

type Props = { label: string; options: Option[]; value: string; onChoice: (value: string) => void }

/** A select of options, each of which acts at once. */
export function Choice({ label, options, value, onChoice }: Props) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} onChange={({ currentTarget }) => onChoice(currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
