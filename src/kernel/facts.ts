/** Words, numbers and ids of ours, for the log: never a text that somebody typed, nor an address, a phone number, a code or a token. */
export type Facts = Record<string, string | number | boolean | null | undefined>
