import type { ComponentChildren, ComponentProps } from 'preact'
import { Approval, type ApprovalProps } from '../ui/approval.tsx'
import type { FieldSpec, Values } from '../ui/fields.tsx'
import type { Once } from '../ui/form.tsx'
import { choices } from '../words.ts'

type Outcome = 'succeeded' | 'failed' | 'lateSuccess' | 'reversed'
const OUTCOMES: Record<Outcome, string> = {
  succeeded: "L'argent est arrivé",
  failed: "L'argent n'est pas arrivé",
  lateSuccess: "Noté échoué ici, mais l'argent est arrivé plus tard",
  reversed: "Noté réussi ici, mais l'opérateur a repris l'argent",
}
const isOutcome = (word: string | undefined): word is Outcome => word !== undefined && word in OUTCOMES

/** What somebody found out at the operator about money on its way. */
const FIELDS: FieldSpec[] = [
  {
    name: 'outcome',
    label: "Ce que dit l'opérateur",
    kind: 'select',
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
  /** A payin that is being verified: what really came is told. */
  takesAmount?: boolean
  resolve: (json: Step, once: Once) => ReturnType<NonNullable<ApprovalProps['request']>>
  done: string
  label?: string
  children?: ComponentChildren
}

/**
 * What became of money on its way, said by hand: the operator is asked first, and its clear answer stands. What it leaves open
 * waits for the code that is mailed; what is missing, an incident or another answer, the service says in its refusal.
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
      request={(values, once) => resolve(decisionOf(values), once)}
      confirm={(pendingId, { code }, once) => resolve({ pendingId, code }, once)}
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
