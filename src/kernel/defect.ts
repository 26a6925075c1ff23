/**
 * A fault of our own code: something that cannot happen has happened. Production logs its message, so the message holds
 * only words, names, numbers and ids of ours, never a text that somebody typed.
 */
export class Defect extends Error {
  override readonly name = 'Defect'
}

/** Ends a switch over a closed set. It compiles only where each member has a case. @throws Defect */
export function endSwitch(member: never): never {
  throw new Defect(`No case for ${String(member)}.`)
}
