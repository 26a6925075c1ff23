import * as z from 'zod'
import type { FieldError } from '../kernel/failure.ts'
import { Failure } from '../kernel/failure.ts'

/** Makes zod speak French, one short sentence an issue; a schema's own message wins. */
z.config({ customError: (issue) => say(issue) })

function say(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Ce champ est obligatoire.'
      return `Le type attendu est : ${TYPES[issue.expected] ?? issue.expected}.`
    case 'too_small':
      return `${BOUND[issue.origin] ?? 'La valeur minimale est'} ${issue.minimum}${UNIT[issue.origin] ?? ''} au minimum.`
    case 'too_big':
      return `${BOUND[issue.origin] ?? 'La valeur maximale est'} ${issue.maximum}${UNIT[issue.origin] ?? ''} au maximum.`
    case 'invalid_format':
      return issue.format === 'email' ? "L'adresse e-mail est invalide." : 'Le format est invalide.'
    case 'invalid_value':
      return `La valeur doit être l'une de : ${issue.values.join(', ')}.`
    case 'unrecognized_keys':
      return `Champ inconnu : ${issue.keys.join(', ')}.`
    case 'not_multiple_of':
      return 'Un nombre entier est attendu.'
    default:
      return issue.input === undefined ? 'Ce champ est obligatoire.' : 'La valeur est invalide.'
  }
}

const TYPES: Record<string, string> = {
  string: 'texte',
  number: 'nombre',
  int: 'nombre entier',
  boolean: 'vrai ou faux',
  array: 'liste',
  object: 'objet',
  date: 'date',
  file: 'fichier',
}
const BOUND: Record<string, string> = {
  string: 'Ce texte doit avoir',
  array: 'Cette liste doit avoir',
  file: 'Ce fichier doit faire',
}
const UNIT: Record<string, string> = { string: ' caractères', array: ' éléments', file: ' octets' }

/** The 400 of a failed validation: its first field in the message, all of them in the details. */
export function validationFailure(error: z.core.$ZodError): Failure {
  const details: FieldError[] = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), message: 'Champ inconnu.' }))
      : [{ field: issue.path.join('.'), message: issue.message }],
  )
  const [first] = details
  const message = first?.field ? `${first.field} : ${first.message}` : (first?.message ?? 'La requête est invalide.')
  const others = details.length - 1
  return new Failure('VALIDATION_ERROR', {
    message: others > 0 ? `${message} (et ${others} autre${others > 1 ? 's' : ''})` : message,
    details,
  })
}
