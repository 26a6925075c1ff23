/** An answer as `fetch` gives it; `unwrap` reads its data. */
export interface Reply<Data> extends Omit<Response, 'json'> {
  json(): Promise<{ success: true; data: Data }>
}

export interface CallOptions {
  headers?: Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>)
  /** Takes precedence over everything that the client sets. */
  init?: RequestInit
  fetch?: typeof fetch
}

/** The address of an operation, to show or to link to. */
export interface Endpoint {
  $url(args?: EndpointParts): URL
  /** Within the group of operations, without its beginning. */
  $path(args?: EndpointParts): string
}

export interface EndpointParts {
  param?: Record<string, string>
  query?: Record<string, string | string[] | undefined>
}

/** The input of an operation. */
export type InputOf<Call> = Call extends (args: infer Input, options?: CallOptions) => Promise<unknown>
  ? NonNullable<Input>
  : never
/** The data of an operation's answer. */
export type DataOf<Call> = Call extends (...args: never[]) => Promise<Reply<infer Data>> ? Data : never
