/**
 * A fault of ours: what cannot be, was. Its message may be logged in production, which no other error's may: it is made of
 * words, names, numbers and ids of ours, never of what somebody typed.
 */
export class Defect extends Error {
  override readonly name = 'Defect'
}
