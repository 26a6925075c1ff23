import { useId } from 'preact/hooks'

export type Option = { value: string; label: string }

/** One field of a form. `kind` says how it is typed; a code is digits that a mail or an application shows. */
export type FieldSpec = {
  name: string
  label: string
  kind?: 'text' | 'area' | 'select' | 'check' | 'amount' | 'number' | 'date' | 'code' | 'secret' | 'phone' | 'email'
  isOptional?: boolean
  options?: Option[]
  value?: string
  hint?: string
  maxLength?: number
  autocomplete?: string
}

export type Values = Record<string, string>

const TYPES = { secret: 'password', phone: 'tel', email: 'email', date: 'date', number: 'number' } as const
const KEYBOARD = { amount: 'decimal', code: 'numeric', phone: 'tel', number: 'decimal' } as const

/** A field with its label, its hint below, and what a phone needs to show the right keyboard. */
export function Field({ kind = 'text', ...spec }: FieldSpec) {
  const id = useId()
  const { name, label, isOptional = false, options = [], value = '', hint, maxLength, autocomplete } = spec
  const common = { id, name, required: !isOptional, 'aria-describedby': hint ? `${id}-hint` : undefined }
  if (kind === 'check')
    return (
      <label class="check">
        <input type="checkbox" id={id} name={name} value="yes" defaultChecked={value === 'yes'} /> {label}
      </label>
    )
  return (
    <div class="field">
      <label for={id}>
        {label} {isOptional && <span class="soft">(facultatif)</span>}
      </label>
      {kind === 'area' && <textarea {...common} rows={3} maxLength={maxLength ?? 500} defaultValue={value} />}
      {kind === 'select' && (
        <select {...common}>
          {isOptional && <option value="">—</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} selected={option.value === value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
      {kind !== 'area' && kind !== 'select' && (
        <input
          {...common}
          type={(TYPES[kind as keyof typeof TYPES] ?? 'text') as 'text'}
          inputMode={KEYBOARD[kind as keyof typeof KEYBOARD]}
          step={kind === 'number' ? 'any' : undefined}
          autocomplete={autocomplete ?? (kind === 'code' ? 'one-time-code' : 'off')}
          maxLength={maxLength}
          defaultValue={value}
        />
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** What was typed into a form, without the spaces around it; an amount as the service takes it: "1 250,50" is "1250.50". */
export const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => {
      const field = form.elements.namedItem(name)
      const isAmount = field instanceof HTMLInputElement && field.inputMode === 'decimal'
      return [name, isAmount ? String(value).replace(/\s/g, '').replace(',', '.') : String(value).trim()]
    }),
  )

/** Only what was filled in: an optional field that is empty is not sent. */
export const filled = <T extends Values>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<T>
