import { fail } from '#kernel/failure.ts'

/**
 * Refuses a decision about a thing that changed after the person who decides had read it. A caller who does not say what they read decides
 * about the thing as it is.
 * @param seen the mark that the caller read with the thing: its version, or the time of its last change
 * @param now the mark of the thing at present
 * @throws 409 VERSION_MISMATCH
 */
export function requireSeen<Mark extends number | string | null>(seen: Mark | undefined, now: Mark): void {
  if (seen === undefined || seen === now) return
  fail('CONFLICT', {
    reason: 'VERSION_MISMATCH',
    message: "Cet élément a changé depuis que vous l'avez lu. Relisez-le avant de décider.",
  })
}
