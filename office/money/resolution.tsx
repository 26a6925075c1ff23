import type { ComponentChildren, ComponentProps } from 'preact'
import { number } from '../show.ts'
import { Approval, type ApprovalProps } from '../ui/approval.tsx'
import type { FieldSpec, Values } from '../ui/fields.tsx'
import { choices } from '../words.ts'

type Outcome = 'succeeded' | 'failed' | 'lateSuccess' | 'reversed'
const OUTCOMES: Record<Outcome, string> = {
  succeeded: "L'argent est arrivé",
  failed: "L'argent n'est pas arrivé",
  lateSuccess: "Noté échoué ici, mais l'argent est arrivé plus tard",
  reversed: "Noté réussi ici, mais l'opérateur a repris l'argent",
}
const isOutcome = (word: string | undefined): word is Outcome => word !== undefined && word in OUTCOMES

/** The operator's verdict on money on its way, as a member of the team learned it. */
const FIELDS: FieldSpec[] = [
  {
    name: 'outcome',
    label: "Ce que dit l'opérateur",
    kind: 'select',
    isDecision: true,
    options: choices((word) => (isOutcome(word) ? OUTCOMES[word] : word), ...Object.keys(OUTCOMES)),
  },
  { name: 'note', label: 'Comment vous le savez', kind: 'area' },
]
const RECEIVED: FieldSpec = {
  name: 'amount',
  label: "Montant vraiment reçu, s'il n'est pas celui demandé",
  kind: 'amount',
  isOptional: true,
}

type Step = { outcome?: Outcome; note?: string; amount?: string; pendingId?: string; code?: string }
type Props = Pick<ComponentProps<typeof Approval>, 'onDone'> & {
  /** The amount, in words. */
  words: string
  /** For a payin under review: asks for the amount that really came. */
  takesAmount?: boolean
  resolve: (json: Step) => ReturnType<NonNullable<ApprovalProps['request']>>
  done: string
  label?: string
  children?: ComponentChildren
}

/**
 * Decides by hand about money on its way. The operator is asked first, and a clear answer stands; otherwise the mailed
 * code decides.
 * If an incident or another answer is missing, the service says so in its refusal.
 */
export function Resolution({
  words,
  takesAmount = false,
  label = 'Décider à la main',
  resolve,
  done,
  onDone,
  children,
}: Props) {
  const decisionOf = ({ outcome, note = '', amount }: Values): Step => ({
    note,
    ...(isOutcome(outcome) && { outcome }),
    ...(amount && { amount }),
  })
  return (
    <Approval
      label={label}
      title={`Décider de ${words} ?`}
      tone="no"
      fields={takesAmount ? [...FIELDS, RECEIVED] : FIELDS}
      request={(values) => resolve(decisionOf(values))}
      confirm={(pendingId, { code }) => resolve({ pendingId, code })}
      isRemembered
      approves={({ outcome, amount }) =>
        [isOutcome(outcome) ? OUTCOMES[outcome] : '', words, amount && `montant vraiment reçu : ${number(amount)}`]
          .filter(Boolean)
          .join(', ')
      }
      submit="Enregistrer la décision"
      done={done}
      onDone={onDone}
    >
      {children}
      <p>
        L'opérateur est interrogé d'abord, et sa réponse claire fait foi. Ce qu'il laisse ouvert se décide une fois
        l'incident ouvert, après vérification chez lui : les comptes sont écrits, et tous les administrateurs
        l'apprennent.
      </p>
    </Approval>
  )
}
