import { type SQL, sql } from 'drizzle-orm'
import { ATTEMPT_STATES } from '#db/schema/money/gateways.ts'
import type { StateSet } from '#db/state-sets.ts'
import { type Matter, matter, refOf } from '#domain/core/incidents/matter.ts'

/** The attempt of this id is in one of these states. */
const attemptIs = (set: StateSet) => (id: string) =>
  `EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.id = ${id} AND ${set.inText('g.status')})`

const isMoney = true
const VERDICT = "Se clôt quand le mouvement a son verdict, de l'opérateur ou d'un administrateur."
/** A matter that only people can end, with the operator or the bank: the books do not show its end. */
const byAdmin = (ends: string) => ({ isMoney, ends, word: { roles: ['ADMIN'] } }) as const

/** A payin or deposit that expired may have been paid: a person decides it too. */
export const SILENT = matter({
  ...{ name: 'silent', isMoney, ends: VERDICT },
  lasts: attemptIs(ATTEMPT_STATES.undecided),
})
export const UNTRACED = matter({
  ...{ name: 'untraced', isMoney, ends: VERDICT },
  lasts: attemptIs(ATTEMPT_STATES.inFlight),
})
export const OTHER_AMOUNT = matter({
  ...{ name: 'amount', isMoney, ends: VERDICT },
  lasts: attemptIs(ATTEMPT_STATES.undecided),
})
/** Several transactions of one attempt: a person says what they are, after the attempt has its verdict. */
export const SEVERAL = matter({
  ...{ name: 'several', isMoney },
  ends: "Le mouvement reçoit d'abord son verdict ; un administrateur dit ensuite ce que sont les autres transactions.",
  word: { roles: ['ADMIN'], unless: attemptIs(ATTEMPT_STATES.inFlight) },
})

const before = (key: string) => `substr(${key}, 1, instr(${key}, ':') - 1)`
const [movementOf, gatewayOf, saidOf] = [before, before, (key: string) => `substr(${key}, instr(${key}, ':') + 1)`]
/** An attempt and an answer of its gateway against its state: over if the books say the same, or the gateway says what the books say. */
export const CONTRADICTION = matter({
  ...{ name: 'contradiction', isMoney },
  ends: "Se clôt quand un administrateur décide le mouvement, ou quand l'opérateur, interrogé, dit la même chose que nos comptes.",
  lasts: (key) => `EXISTS (
    SELECT 1 FROM gateway_transactions g WHERE g.id = ${movementOf(key)} AND g.status <> ${saidOf(key)}
      AND NOT (g.status = 'reversed' AND ${saidOf(key)} = 'failed')
      AND NOT (g.status = 'failed' AND ${saidOf(key)} = 'reversed' AND g.received_minor IS NULL)
      AND NOT (g.status = 'reversed' AND ${saidOf(key)} = 'succeeded' AND g.agreed_at IS NOT NULL)
      AND NOT (${saidOf(key)} = 'amount' AND g.agreed_at IS NOT NULL))`,
})
/** References of all answers of a gateway that may contradict an attempt, as a list. */
export const contradictionsOf = (id: string): SQL =>
  sql.join(
    ['succeeded', 'failed', 'reversed', 'amount'].map((said) => sql`${refOf(CONTRADICTION, `${id}:${said}`)}`),
    sql`, `,
  )

/** An attempt and its version when people decided it by hand: over if its gateway says the same. */
export const DECIDED = matter({
  ...{ name: 'decided', isMoney },
  ends: "Se clôt de lui-même quand l'opérateur, interrogé chaque jour, dit la même chose.",
  lasts: (key) =>
    `EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.id = ${movementOf(key)} AND g.agreed_at IS NULL)`,
})

export const REVERSAL_STOOD = matter({
  name: 'reversalStood',
  ...byAdmin('Un administrateur dit par quel versement la somme est repartie, ou que la perte est notée.'),
})
export const STRANGER = matter({
  name: 'stranger',
  ...byAdmin("Un administrateur dit ce qu'est cette transaction, une fois vérifiée avec l'opérateur."),
})
/** The key is a gateway and a day. */
export const UNSENT = matter({
  ...{ name: 'unsent', isMoney },
  ends: 'Se clôt quand tous les mouvements de cette passerelle sont partis ou arrêtés.',
  lasts: (key) => `EXISTS (
    SELECT 1 FROM gateway_transactions g WHERE g.gateway = ${gatewayOf(key)} AND g.next_check_at IS NOT NULL
      AND g.status = 'pending' AND g.sent_at IS NULL AND g.reported_at IS NOT NULL)`,
})
const EXPLAINED = "Un administrateur dit d'où vient la différence, une fois trouvée avec l'opérateur."
/** A difference of an attempt with its gateway; or of a gateway, if it is not about one attempt. */
export const NIGHT = matter({ name: 'night', ...byAdmin(EXPLAINED) })

export const GATEWAY_MATTERS: Matter[] = [
  ...[SILENT, UNTRACED, OTHER_AMOUNT, SEVERAL, CONTRADICTION, DECIDED, REVERSAL_STOOD, STRANGER, UNSENT, NIGHT],
]
