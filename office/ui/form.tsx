import { ApiError } from '@soko/client'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { wordsOf } from '../api.ts'
import { Field, type FieldSpec, type Values, valuesOf, wrongOf } from './fields.tsx'
import type { Draft } from './kept.ts'

const DECIDED = " Quelqu'un l'a décidé entre-temps : la liste se met à jour dès que vous fermez."

export type FormProps = {
  fields?: FieldSpec[]
  /** The text of the button that sends the form. */
  submit: string
  tone?: 'yes' | 'no' | 'other'
  /** `changed` are those of the values that are not as they were shown when the form was opened. */
  run: (values: Values, changed: Values) => Promise<unknown>
  onDone: () => void
  onCancel?: () => void
  /** The values typed before the window was closed; the form keeps them up to date. */
  draft?: Draft
  /** Called if the thing may no longer be as it was shown: somebody else changed it, or the answer was lost. */
  onStale?: () => void
  /** If true, a refusal by the thing's state means that somebody else decided first. */
  isDecision?: boolean
  /** If true, the keyboard is in the first field from the start. */
  hasFocus?: boolean
  children?: ComponentChildren
}

/**
 * A form that does one thing. A refusal of the service is shown in the form, in the service's own words.
 */
export function Form({
  fields = [],
  submit,
  tone = 'yes',
  run,
  onDone,
  onCancel,
  draft,
  onStale,
  isDecision = false,
  hasFocus,
  children,
}: FormProps) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const [missing, setMissing] = useState<Values>({})
  const [typed, setTyped] = useState<Values>({})
  const shown = useRef<Values>(Object.fromEntries(fields.map(({ name, value = '' }) => [name, value])))
  const id = useId()
  const place = useRef<HTMLFormElement>(null)
  // Runs before anybody can type: later it would move the keyboard to the next field.
  useLayoutEffect(() => {
    if (!hasFocus) return
    const inputs = [...(place.current?.querySelectorAll('input') ?? [])]
    ;(inputs.find(({ value }) => !value) ?? inputs[0])?.focus()
  }, [])
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    const form = event.target as HTMLFormElement
    const wrong = wrongOf(form)
    setMissing(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    setRefusal('')
    try {
      const values = valuesOf(form)
      await run(values, changedIn(values, shown.current))
      if (draft) draft.current = {}
      onDone()
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status < 500
      if (!isRefused || error.status === 409) onStale?.()
      const atFields = refusedFields(error, form)
      setMissing(atFields)
      const isDecided = isDecision && isRefused && error.reason === 'INVALID_TRANSITION'
      setRefusal(Object.keys(atFields).length > 0 ? '' : `${wordsOf(error)}${isDecided ? DECIDED : ''}`)
    }
    setBusy(false)
  }
  useEffect(() => {
    const refused = place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (refused) refused.focus()
    else place.current?.querySelector('.refusal')?.scrollIntoView({ block: 'nearest' })
  }, [missing, refusal])
  const typing = ({ currentTarget }: { currentTarget: HTMLFormElement }) => {
    const values = valuesOf(currentTarget)
    if (draft)
      draft.current = changedIn({ ...draft.current, ...draftFrom(currentTarget, fields, values) }, shown.current)
    if (fields.some(({ onlyWhen }) => onlyWhen)) setTyped(values)
  }
  const isAsked = ({ onlyWhen }: FieldSpec) => {
    if (!onlyWhen) return true
    const other = fields.find(({ name }) => name === onlyWhen.name)
    const first = other?.value ?? (other?.isDecision ? '' : other?.options?.[0]?.value)
    return (typed[onlyWhen.name] ?? draft?.current[onlyWhen.name] ?? first) === onlyWhen.is
  }
  const draftOf = ({ name, kind }: FieldSpec) => (isKeptSecret(kind) ? undefined : draft?.current[name])
  return (
    <form ref={place} noValidate onSubmit={send} onInput={typing} aria-describedby={refusal ? id : undefined}>
      {children}
      {fields.filter(isAsked).map((field) => (
        <Field
          key={`${field.name} ${field.onlyWhen?.is}`}
          {...field}
          value={draftOf(field) ?? field.value ?? ''}
          wrong={missing[field.name]}
        />
      ))}
      {refusal && (
        <p class="refusal" role="alert" id={id}>
          {refusal}
        </p>
      )}
      <div class="buttons">
        <button type="submit" class={tone} disabled={isBusy}>
          {isBusy ? 'Un instant…' : submit}
        </button>
        {onCancel && (
          <button type="button" onClick={onCancel}>
            Retour
          </button>
        )}
      </div>
    </form>
  )
}

const isKeptSecret = (kind: FieldSpec['kind']) => kind === 'code' || kind === 'secret'

/** Values that differ from those shown at the opening: a kept draft of the others would undo a colleague's change. */
const changedIn = (values: Values, shown: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== shown[name]))

/** Values of the fields that are shown; a box that is not ticked is in no form, and says so here. */
const draftFrom = (form: HTMLFormElement, fields: FieldSpec[], values: Values): Values =>
  Object.fromEntries(
    fields
      .filter(({ name, kind }) => !isKeptSecret(kind) && form.elements.namedItem(name))
      .map(({ name }) => [name, values[name] ?? '']),
  )

/** The service's refusals of fields of this form; empty if it refuses something else too. */
function refusedFields(error: unknown, form: HTMLFormElement): Values {
  if (!(error instanceof ApiError) || !error.details.every(({ field }) => form.elements.namedItem(field))) return {}
  return Object.fromEntries(error.details.map(({ field, message }) => [field, message]))
}
