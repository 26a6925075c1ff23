import { ApiError, type PendingApproval } from '@soko/client'
import type { ComponentChildren } from 'preact'
import { useReducer, useRef, useState } from 'preact/hooks'
import { ask, wordsOf } from '../api.ts'
import { when } from '../show.ts'
import { useDraft } from './act.tsx'
import { useOpener } from './card.tsx'
import { Dialog } from './dialog.tsx'
import type { FieldSpec, Values } from './fields.tsx'
import { Form } from './form.tsx'
import { say } from './said.tsx'

type Call<T> = ReturnType<Parameters<typeof ask<T>>[0]>

type Pending = Pick<PendingApproval, 'pendingId'> & Partial<PendingApproval>

/** A request that waits for its code, and the values with which it was made. */
type PendingAct = { pending: Pending; values: Values }

export type ApprovalProps = {
  label: string
  title: string
  tone?: 'yes' | 'no'
  /** The fields that are filled in before the code is sent. */
  fields?: FieldSpec[]
  /** Sends the code. An answer without a `pendingId` means that the act is already done. */
  request?: (values: Values) => Call<PendingApproval | object>
  /** The `pendingId` of a code that was already asked for: it may be typed at once. */
  waiting?: string | undefined
  /** If true, the tab remembers the request until its code is typed: no list shows it. */
  isRemembered?: boolean
  /** Sends another code. Without this function, another code comes from a new request. */
  resend?: ((pendingId: string, values: Values) => Call<PendingApproval>) | undefined
  confirm: (pendingId: string, proof: { code: string }) => Call<unknown>
  /** The outcome, amount and number that the code approves, in words. */
  approves: string | ((values: Values) => string)
  /** The text of the last button, which may depend on the typed values. */
  submit: string | ((values: Values) => string)
  done: string
  onDone: () => void
  children?: ComponentChildren
}

/** The request of a window that waits for its code, as long as the code is good. */
function useAsked(
  title: string,
  isRemembered: boolean,
): [PendingAct | undefined, (asked: PendingAct | undefined) => void] {
  const ofTab = useDraft(`${title} (code)`)
  const ofWindow = useRef<Values>({})
  const memory = isRemembered ? ofTab : ofWindow
  const [, redraw] = useReducer((turns: number, _: undefined) => turns + 1, 0)
  const kept = memory.current.asked
  const asked = kept ? (JSON.parse(kept) as PendingAct) : undefined
  const isOver = asked?.pending.expiresAt !== undefined && asked.pending.expiresAt < new Date().toISOString()
  const set = (next: PendingAct | undefined) => {
    memory.current = next ? { asked: JSON.stringify(next) } : {}
    redraw(undefined)
  }
  return [isOver ? undefined : asked, set]
}

const wordsOfValues = (text: string | ((values: Values) => string), values: Values) =>
  typeof text === 'string' ? text : text(values)

/** Approves money that leaves: a request, a code by mail, and the code sends the money. */
export function Approval({
  label,
  title,
  tone = 'yes',
  fields,
  request,
  waiting,
  isRemembered = false,
  approves,
  submit,
  done,
  onDone,
  children,
  ...steps
}: ApprovalProps) {
  const [isOpen, setOpen] = useState(false)
  const [kept, setAsked] = useAsked(title, isRemembered)
  const draft = useDraft(title)
  const isDone = useRef(false)
  const isStale = useRef(false)
  const isDead = useRef(false)
  const opener = useOpener()
  const asked = kept ?? (waiting ? { pending: { pendingId: waiting }, values: {} } : undefined)
  const close = () => {
    setOpen(false)
    if (kept && (!isRemembered || isDead.current)) setAsked(undefined)
    // From now on the request waits for its code, and the page must show that.
    if (kept || isStale.current) onDone()
    isStale.current = false
    isDead.current = false
  }
  const stale = () => {
    isStale.current = true
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
        {asked && !isOpen ? 'Saisir le code' : label}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={close}>
          {asked ? (
            <CodeForm
              asked={asked}
              approves={wordsOfValues(approves, asked.values)}
              submit={wordsOfValues(submit, asked.values)}
              {...steps}
              onPending={(pending) => setAsked({ ...asked, pending })}
              onAnew={request && isRemembered ? () => setAsked(undefined) : undefined}
              onDead={() => {
                isDead.current = true
              }}
              onStale={stale}
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
                onStale={stale}
                run={async (values) => {
                  const answer = await ask(() => request(values))
                  isDone.current = !('pendingId' in answer)
                  if ('pendingId' in answer) setAsked({ pending: answer, values })
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
  asked: PendingAct
  approves: string
  submit: string
  onPending: (pending: Pending) => void
  /** Gives the request up for a new one. */
  onAnew: (() => void) | undefined
  /** Called if the code is good for nothing any more. */
  onDead: () => void
  onStale: () => void
  onCancel: () => void
}

const DEAD = [404, 409, 410]

function CodeForm({ asked, approves, resend, confirm, onPending, onAnew, onDead, children, ...form }: CodeProps) {
  const { pending, values } = asked
  const [refusal, setRefusal] = useState('')
  const fields: FieldSpec[] = [{ name: 'code', label: 'Code reçu par e-mail', kind: 'code' }]
  const sendAgain = (resend: NonNullable<ApprovalProps['resend']>) =>
    ask(() => resend(pending.pendingId, values)).then(
      (fresh) => {
        setRefusal('')
        onPending(fresh)
        say('Un nouveau code est parti.')
      },
      (error) => setRefusal(wordsOf(error)),
    )
  const send = (code: string) =>
    ask(() => confirm(pending.pendingId, { code })).catch((error) => {
      if (error instanceof ApiError && DEAD.includes(error.status)) onDead()
      throw error
    })
  return (
    <>
      <Form key="code" fields={fields} {...form} run={({ code = '' }) => send(code)}>
        {children}
        <p>
          Le code approuve : <strong>{approves}</strong>
        </p>
        <p>
          Un code est parti {pending.maskedEmail ? 'à ' : 'par e-mail.'}
          <strong>{pending.maskedEmail}</strong>
          {pending.expiresAt && `. Il est valable jusqu'au ${when(pending.expiresAt)}.`}
        </p>
      </Form>
      {(resend || onAnew) && (
        <p class="again">
          Pas de code ?{' '}
          {resend && (
            <button type="button" onClick={() => sendAgain(resend)}>
              Renvoyer le code
            </button>
          )}{' '}
          {onAnew && (
            <button type="button" onClick={onAnew}>
              Nouvelle demande
            </button>
          )}
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
