import type { PendingApproval } from '@soko/client'
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { ask, wordsOf } from '../api.ts'
import { when } from '../show.ts'
import { useDraft } from './act.tsx'
import { useOpener } from './card.tsx'
import { Dialog } from './dialog.tsx'
import type { FieldSpec, Values } from './fields.tsx'
import { Form, type Once } from './form.tsx'
import { say } from './said.tsx'

type Call<T> = ReturnType<Parameters<typeof ask<T>>[0]>

type Pending = Pick<PendingApproval, 'pendingId'> & Partial<PendingApproval>

export type ApprovalProps = {
  label: string
  title: string
  tone?: 'yes' | 'no'
  /** The fields that are filled in before the code is sent. */
  fields?: FieldSpec[]
  /** Sends the code. An answer without a `pendingId` means that the act is already done. */
  request?: (values: Values, options: Once) => Call<PendingApproval | object>
  /** The `pendingId` of a code that was already asked for: it may be typed at once. */
  waiting?: string
  /** Sends another code. Without this function, another code comes from a new request. */
  resend?: ((pendingId: string) => Call<PendingApproval>) | undefined
  confirm: (pendingId: string, proof: { code: string }, options: Once) => Call<unknown>
  /** The text of the last button, which may depend on the typed values. */
  submit: string | ((values: Values) => string)
  done: string
  onDone: () => void
  children?: ComponentChildren
}

/** Approves money that leaves: a request, a code by mail, and the code sends the money. */
export function Approval({
  label,
  title,
  tone = 'yes',
  fields,
  request,
  waiting,
  submit,
  done,
  onDone,
  children,
  ...steps
}: ApprovalProps) {
  const [isOpen, setOpen] = useState(false)
  const [asked, setAsked] = useState<Pending>()
  const draft = useDraft(title)
  const typed = useRef<Values>({})
  const isDone = useRef(false)
  const opener = useOpener()
  const pending = asked ?? (waiting ? { pendingId: waiting } : undefined)
  const close = () => {
    setOpen(false)
    setAsked(undefined)
    // From now on the request waits for its code, and the page must show that.
    if (asked) onDone()
  }
  const finish = () => {
    setOpen(false)
    setAsked(undefined)
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
          {pending ? (
            <CodeForm
              pending={pending}
              submit={typeof submit === 'string' ? submit : submit(typed.current)}
              {...steps}
              onPending={setAsked}
              onDone={finish}
              onCancel={close}
            >
              {children}
            </CodeForm>
          ) : (
            request && (
              <Form
                key="request"
                {...(fields && { fields })}
                submit="Recevoir le code par e-mail"
                draft={draft}
                run={async (values, options) => {
                  const answer = await ask(() => request(values, options))
                  typed.current = values
                  isDone.current = !('pendingId' in answer)
                  if ('pendingId' in answer) setAsked(answer)
                }}
                onDone={() => {
                  if (isDone.current) finish()
                }}
                onCancel={close}
              >
                {children}
                <p class="soft">Rien n'est décidé avant que vous ne tapiez le code qui arrive par e-mail.</p>
              </Form>
            )
          )}
        </Dialog>
      )}
    </>
  )
}

type CodeProps = Pick<ApprovalProps, 'resend' | 'confirm' | 'onDone' | 'children'> & {
  submit: string
  pending: Pending
  onPending: (pending: Pending) => void
  onCancel: () => void
}

function CodeForm({ pending, resend, confirm, submit, onPending, onDone, onCancel, children }: CodeProps) {
  const [refusal, setRefusal] = useState('')
  const fields: FieldSpec[] = [{ name: 'code', label: 'Code reçu par e-mail', kind: 'code' }]
  const sendAgain = (resend: NonNullable<ApprovalProps['resend']>) =>
    ask(() => resend(pending.pendingId)).then(
      (fresh) => {
        setRefusal('')
        onPending(fresh)
        say('Un nouveau code est parti.')
      },
      (error) => setRefusal(wordsOf(error)),
    )
  return (
    <>
      <Form
        key="code"
        fields={fields}
        submit={submit}
        onDone={onDone}
        onCancel={onCancel}
        run={({ code = '' }, options) => ask(() => confirm(pending.pendingId, { code }, options))}
      >
        {children}
        <p>
          Un code est parti {pending.maskedEmail ? 'à ' : 'par e-mail.'}
          <strong>{pending.maskedEmail}</strong>
          {pending.expiresAt && `. Il est valable jusqu'au ${when(pending.expiresAt)}.`}
        </p>
      </Form>
      {resend && (
        <p class="again">
          Pas de code ?{' '}
          <button type="button" onClick={() => sendAgain(resend)}>
            Renvoyer le code
          </button>
        </p>
      )}
      {refusal && (
        <p class="refusal" role="alert">
          {refusal}
        </p>
      )}
    </>
  )
}
