import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { useCard, useOpener } from './card.tsx'
import { Dialog } from './dialog.tsx'
import type { FieldSpec, Values } from './fields.tsx'
import { Form, type FormProps } from './form.tsx'
import { type Draft, draftFor } from './kept.ts'
import { say } from './said.tsx'

/**
 * The values typed into a window before it was closed. Two cards of a list may have windows with one title, so the
 * draft belongs to the card's thing; if the card names none, the draft lasts as long as the card is shown.
 */
export function useDraft(title: string): Draft {
  const shown = useRef<Values>({})
  const { isInCard, thing } = useCard()
  if (thing !== undefined) return draftFor(`${thing} ${title}`)
  return isInCard ? shown : draftFor(title)
}

type ActProps = {
  /** The text of the button on the page, and of the window's own button if `submit` is left out. */
  label: string
  title: string
  submit?: string
  tone?: 'yes' | 'no' | undefined
  fields?: FieldSpec[]
  run: FormProps['run']
  /** The text that is shown once the act is done. */
  done: string
  onDone: () => void
  children?: ComponentChildren
}

/** A button that asks before it acts: a window says what will happen, and takes the values that the act needs. */
export function Act({ label, title, submit, tone, fields, run, done, onDone, children }: ActProps) {
  const [isOpen, setOpen] = useState(false)
  const isStale = useRef(false)
  const opener = useOpener()
  const draft = useDraft(title)
  const close = () => {
    setOpen(false)
    if (isStale.current) onDone()
    isStale.current = false
  }
  const finish = () => {
    setOpen(false)
    say(done)
    onDone()
  }
  return (
    <>
      <button {...opener} type="button" class={tone} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={close}>
          <Form
            {...(fields && { fields })}
            submit={submit ?? label}
            tone={tone ?? 'yes'}
            run={run}
            draft={draft}
            isDecision
            onStale={() => {
              isStale.current = true
            }}
            onDone={finish}
            onCancel={close}
          >
            {children}
          </Form>
        </Dialog>
      )}
    </>
  )
}

/** The reason of a refusal, which the person concerned reads. */
export const reason: FieldSpec = { name: 'reason', label: 'Raison, que la personne lira', kind: 'area' }
