import * as z from 'zod'
import { type JsonFault, readJson } from '#kernel/json.ts'
import { excerpt } from '#kernel/text.ts'

/** Refuses a prototype key, which Zod drops silently. */
function refusePrototypes(value: unknown, otherwise: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Object.hasOwn(value, '__proto__')) throw new SyntaxError(otherwise)
  for (const inner of Object.values(value)) refusePrototypes(inner, otherwise)
  return value
}

function messageOf(fault: JsonFault, otherwise: string): string {
  if (fault.kind === 'deep') return 'Ce JSON est trop imbriqué.'
  if (fault.kind === 'many') return 'Ce JSON a trop de champs.'
  if (fault.kind === 'twice') return `Vous avez donné deux fois ${excerpt(fault.name)}.`
  return otherwise
}

/** A field of a form whose text is JSON. @param otherwise the refusal of a text that is none */
export const jsonField = (max: number, otherwise: string) =>
  z
    .string()
    .max(max)
    .transform((text, check) => {
      try {
        const refuse = (fault: JsonFault): never => {
          throw new SyntaxError(messageOf(fault, otherwise))
        }
        return refusePrototypes(readJson(text, refuse), otherwise)
      } catch (fault) {
        if (!(fault instanceof SyntaxError)) throw fault
        check.addIssue({ code: 'custom', message: fault.message })
        return z.NEVER
      }
    })
