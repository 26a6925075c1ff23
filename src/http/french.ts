import * as z from 'zod'
import type { FieldError } from '../kernel/failure.ts'
import { Failure } from '../kernel/failure.ts'
import { formatCount } from '../kernel/format.ts'
import { excerpt } from '../kernel/text.ts'
import { labelOf } from './field-labels.ts'

/** Makes zod speak French, one short sentence for each issue; a schema's own message wins. */
z.config({ customError: (issue) => say(issue) })

function say(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? MISSING
        : (EXPECTED[issue.expected] ?? `Le type attendu est ${issue.expected}.`)
    case 'too_small':
      return describeLimit(issue.origin, issue.exact ? 'exactement' : 'au moins', issue.minimum)
    case 'too_big':
      return describeLimit(issue.origin, issue.exact ? 'exactement' : 'au plus', issue.maximum)
    case 'invalid_format':
      return issue.format === 'email' ? "L'adresse e-mail est invalide." : 'Le format est invalide.'
    case 'invalid_value':
      return issue.values.length === 1
        ? `La valeur attendue est ${String(issue.values[0])}.`
        : `La valeur doit être l'une des suivantes : ${issue.values.join(', ')}.`
    case 'invalid_key':
      // A key that the sender chose is judged as a text, so the text's message is shown.
      return issue.issues[0]?.message ?? 'La valeur est invalide.'
    default:
      return issue.input === undefined ? MISSING : 'La valeur est invalide.'
  }
}

const MISSING = 'Ce champ est obligatoire.'

const EXPECTED: Record<string, string> = {
  string: 'Un texte est attendu.',
  number: 'Un nombre est attendu.',
  int: 'Un nombre entier est attendu.',
  boolean: 'Vrai ou faux est attendu.',
  array: 'Une liste est attendue.',
  object: 'Un objet est attendu.',
  date: 'Une date est attendue.',
  file: 'Un fichier est attendu.',
}

const SIZED: Record<string, [has: string, unit: string]> = {
  string: ['Ce texte doit avoir', 'caractère'],
  array: ['Cette liste doit avoir', 'élément'],
  file: ['Ce fichier doit faire', 'octet'],
}

/** « Ce texte doit avoir au moins 2 caractères. », « La valeur doit être d'au plus 100. » */
function describeLimit(origin: string, which: 'au moins' | 'au plus' | 'exactement', limit: number | bigint): string {
  const [has, unit] = SIZED[origin] ?? []
  const count = formatCount(limit)
  if (has) return `${has} ${which} ${count} ${unit}${limit > 1 ? 's' : ''}.`
  return which === 'exactement' ? `La valeur attendue est ${count}.` : `La valeur doit être d'${which} ${count}.`
}

/** « Le numéro du payeur : ce champ est obligatoire. » */
function aboutField({ field, message }: FieldError): string {
  const label = labelOf(field)
  const begin = (text: string, change: 'toUpperCase' | 'toLowerCase') => text.charAt(0)[change]() + text.slice(1)
  return `${begin(label, 'toUpperCase')} : ${/^\p{Lu}[\p{Ll}' ]/u.test(message) ? begin(message, 'toLowerCase') : message}`
}

/** Most fields that the answer to an invalid request names. */
const MOST_DETAILS = 20

/** The path of a field. Signs that would turn or break the sentence around it are shown as one sign. */
const nameOf = (path: PropertyKey[]) => path.join('.').replace(/[\p{Cc}\p{Cs}\u202e]/gu, '\ufffd')

/** The fields of an issue. Names that the sender invented are cut short. */
const fieldsOf = (issue: z.core.$ZodIssue): FieldError[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys
        .slice(0, MOST_DETAILS)
        .map((key) => ({ field: nameOf([...issue.path, excerpt(key)]), message: "Ce champ n'existe pas." }))
    : [{ field: nameOf(issue.path), message: issue.message }]

const countOf = (issue: z.core.$ZodIssue) => (issue.code === 'unrecognized_keys' ? issue.keys.length : 1)

/** The 400 of a failed validation: its first field in the message, the first twenty in the details. */
export function validationFailure({ issues }: z.core.$ZodError): Failure {
  const details = issues.slice(0, MOST_DETAILS).flatMap(fieldsOf).slice(0, MOST_DETAILS)
  const [first] = details
  const message = first?.field ? aboutField(first) : (first?.message ?? 'La requête est invalide.')
  const others = issues.reduce((sum, issue) => sum + countOf(issue), 0) - 1
  return new Failure('VALIDATION_ERROR', {
    message:
      others > 0
        ? `${message.replace(/\.$/, '')} (et ${others} autre${others > 1 ? 's champs' : ' champ'} à corriger).`
        : message,
    details,
  })
}
