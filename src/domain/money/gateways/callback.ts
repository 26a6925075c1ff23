/** A callback as it arrived: the signature covers the raw bytes. */
export type RawCallback = { method: string; url: string; headers: Headers; body: Uint8Array<ArrayBuffer> }
