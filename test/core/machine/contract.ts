/** A state machine as docs/states.md, How states move, tells it, written apart from the code that it is held against. */
export type Contract = {
  thing: string
  name: string
  states: Record<string, string>
  /** How the action is said, and from where it leads where: every other state refuses it. */
  events: Record<string, [say: string, moves: Record<string, string>]>
}
