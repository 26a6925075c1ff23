import { useId } from 'preact/hooks'

export type Option = { value: string; label: string }

/** One field of a form. `kind` is the way of typing it; a code is digits that a mail or an application shows. */
export type FieldSpec = {
  name: string
  label: string
  kind?:
    | 'text'
    | 'area'
    | 'markdown'
    | 'select'
    | 'check'
    | 'amount'
    | 'number'
    | 'date'
    | 'code'
    | 'secret'
    | 'phone'
    | 'email'
  isOptional?: boolean
  /** A select of a decision: nothing is chosen before the person chooses. */
  isDecision?: boolean
  options?: Option[]
  value?: string
  hint?: string
  maxLength?: number
  autocomplete?: string
  /** The field is shown only while another field has this value. */
  onlyWhen?: { name: string; is: string }
}

export type Values = Record<string, string>

const TYPES = { secret: 'password', phone: 'tel', email: 'email', date: 'date', number: 'number' } as const
const KEYBOARD = { amount: 'decimal', code: 'numeric', phone: 'tel', number: 'decimal' } as const

/** A field with its label, its hint below, and the attributes with which a phone shows the right keyboard. */
export function Field({ kind = 'text', wrong, ...spec }: FieldSpec & { wrong?: string | undefined }) {
  const id = useId()
  const { name, label, isOptional = false, isDecision, options = [], value = '', hint, maxLength, autocomplete } = spec
  const common = {
    id,
    name,
    required: !isOptional,
    'aria-invalid': Boolean(wrong),
    'aria-describedby': hint || wrong ? `${id}-hint` : undefined,
  }
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
      {kind === 'markdown' && (
        <textarea {...common} class="markdown" rows={16} maxLength={maxLength} defaultValue={value} spellcheck />
      )}
      {kind === 'select' && (
        <select {...common}>
          {isOptional && <option value="">—</option>}
          {isDecision && !value && <option value="">Choisissez…</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} selected={option.value === value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
      {kind !== 'area' && kind !== 'markdown' && kind !== 'select' && (
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
      {(wrong || hint) && (
        <p class={wrong ? 'hint wrong' : 'hint'} id={`${id}-hint`}>
          {wrong || hint}
        </p>
      )}
    </div>
  )
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The errors of the typed values by field, in French whatever the browser's language is. */
export function wrongOf(form: HTMLFormElement): Values {
  const wrong = [...form.elements].filter(
    (field): field is Control => 'validity' in field && !(field as Control).validity.valid,
  )
  return Object.fromEntries(wrong.map(({ name, type, validity }) => [name, wordsFor(type, validity)]))
}

function wordsFor(type: string, { badInput, valueMissing }: ValidityState): string {
  if (badInput || type === 'number') return 'Un nombre est attendu.'
  if (!valueMissing && type === 'email') return 'Une adresse e-mail est attendue.'
  return type === 'select-one' ? 'Choisissez.' : 'À remplir.'
}

/** The typed values of a form, without the spaces around them. An amount gets the form that the service takes: "1 250,50" is "1250.50". */
export const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => {
      const field = form.elements.namedItem(name)
      // Markdown is kept as it is: spaces before a line mean something there.
      if (field instanceof HTMLTextAreaElement && field.className === 'markdown') return [name, String(value)]
      const isAmount = field instanceof HTMLInputElement && field.inputMode === 'decimal'
      return [name, isAmount ? String(value).replace(/\s/g, '').replace(',', '.') : String(value).trim()]
    }),
  )

/** Leaves out empty values: an optional field that is empty is not sent. */
export const withoutEmpty = <T extends Values>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<T>
