/** Words, numbers and ids of ours, for the log: never what somebody typed, nor an address, a number, a code or a token. */
export type Facts = Record<string, string | number | boolean | null | undefined>
