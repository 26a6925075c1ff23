/**
 * A fault of ours: what cannot be, was. Its message may be logged in production, which no other error's may: it is made of
 * words, names, numbers and ids of ours, never of what somebody typed.
 */
export class Defect extends Error {
  override readonly name = 'Defect'
}

/** Ends a switch over a closed set. It compiles only where each member has a case. @throws Defect */
export function forgotten(member: never): never {
  throw new Defect(`No case for ${String(member)}.`)
}
