/** Something that is not, or may not be, as a deployment needs it. */
export type Finding = {
  /** `missing` stops the deployment, `unasked` could not be looked up, `look` is for a person to check. */
  kind: 'missing' | 'unasked' | 'look'
  what: string
  todo: string
}

export const missing = (what: string, todo: string): Finding => ({ kind: 'missing', what, todo })
export const look = (what: string, todo: string): Finding => ({ kind: 'look', what, todo })
/** A missing finding, or none if all is well. */
export const unless = (isWell: unknown, what: string, todo: string): Finding[] => (isWell ? [] : [missing(what, todo)])
