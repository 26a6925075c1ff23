/** The source of a verdict: a decision by hand sends nothing out by itself. */
export type How = { isByHand?: boolean }
