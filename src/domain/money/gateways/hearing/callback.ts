/** A callback as it arrived: the signature covers the raw bytes. */
export type RawCallback = {
  method: string
  url: string
  headers: Headers
  body: Uint8Array<ArrayBuffer>
  /** Counts a callback that its gateway has not proved to have sent among the requests of guests. @throws 429 */
  countAsGuest(): Promise<void>
  /** Refuses a body that may be read in two ways: a name twice in one object, or JSON that is too deep. @throws 400 */
  refuseUnclear(): void
}
