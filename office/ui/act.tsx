import { ApiError, once } from '@soko/client'
import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import { wordsOf } from '../api.ts'
import { Dialog } from './dialog.tsx'
import { Field, type FieldSpec, type Values, valuesOf } from './fields.tsx'
import { say } from './said.tsx'

/** The options of a request that happens once however often it is sent. */
export type Once = ReturnType<typeof once>

type FormProps = {
  fields?: FieldSpec[]
  /** What the button that does it says. */
  submit: string
  tone?: 'yes' | 'no'
  run: (values: Values, options: Once) => Promise<unknown>
  onDone: () => void
  onCancel?: () => void
  children?: ComponentChildren
}

/**
 * A form that does one thing. What the service refuses is shown where it was asked, in its own words. A request whose answer was lost
 * is sent again under the same key; after a refusal the next try is another one.
 */
export function Form({ fields = [], submit, tone = 'yes', run, onDone, onCancel, children }: FormProps) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const key = useRef<string>(crypto.randomUUID())
  const id = useId()
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setRefusal('')
    try {
      await run(valuesOf(event.target as HTMLFormElement), once(key.current))
      onDone()
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) key.current = crypto.randomUUID()
      setRefusal(wordsOf(error))
    }
    setBusy(false)
  }
  return (
    <form onSubmit={send} aria-describedby={refusal ? id : undefined}>
      {children}
      {fields.map((field) => (
        <Field key={field.name} {...field} />
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
            Annuler
          </button>
        )}
      </div>
    </form>
  )
}

type ActProps = {
  /** What the button on the page says; the window's own button says the same where `submit` is left out. */
  label: string
  title: string
  submit?: string
  tone?: 'yes' | 'no' | undefined
  fields?: FieldSpec[]
  run: FormProps['run']
  /** Said once it is done. */
  done: string
  onDone: () => void
  children?: ComponentChildren
}

/** A button that asks before it does anything: a window says what will happen and takes what it needs. */
export function Act({ label, title, submit, tone, fields, run, done, onDone, children }: ActProps) {
  const [isOpen, setOpen] = useState(false)
  const finish = () => {
    setOpen(false)
    say(done)
    onDone()
  }
  return (
    <>
      <button type="button" class={tone} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <Form
            {...(fields && { fields })}
            submit={submit ?? label}
            tone={tone ?? 'yes'}
            run={run}
            onDone={finish}
            onCancel={() => setOpen(false)}
          >
            {children}
          </Form>
        </Dialog>
      )}
    </>
  )
}

/** Why something is refused: whoever asked reads it. */
export const reason: FieldSpec = { name: 'reason', label: 'Raison, que la personne lira', kind: 'area' }
