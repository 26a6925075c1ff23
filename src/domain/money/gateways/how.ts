/** Who gave a verdict: what people decided by hand sends nothing out by itself. */
export type How = { isByHand?: boolean }
