/** A callback as it arrived: the signature covers the raw bytes. */
export type RawCallback = {
  method: string
  url: string
  headers: Headers
  body: Uint8Array<ArrayBuffer>
  /** What did not prove to come from its gateway counts among the requests of guests. 429 */
  countAsGuest(): Promise<void>
  /** 400 for a body that may be read in two ways: a name twice in one object, or JSON that is too deep. */
  refuseUnclear(): void
}
