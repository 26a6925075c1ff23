/** The outcome of sending a message. Only `failed` may be tried again: the person might then get it twice, never not at all. */
export type Delivery =
  | { kind: 'sent'; messageId: string }
  | { kind: 'refused'; detail: string }
  | { kind: 'failed'; detail: string }
