import type { ClientRequestOptions, ClientResponse } from 'hono/client'
import type { ResponseFormat } from 'hono/types'
import type { StatusCode } from 'hono/utils/http-status'

/** One request; the arguments may be left out where an operation needs none. */
type Request<Input, Answer> =
  Partial<Input> extends Input
    ? (args?: Input, options?: ClientRequestOptions) => Promise<Answer>
    : (args: Input, options?: ClientRequestOptions) => Promise<Answer>

/** The requests of an address: `$get`, `$post`, … */
type Requests<Methods> = {
  [Method in keyof Methods]: Methods[Method] extends {
    input: infer Input
    output: infer Output
    status: infer Status extends StatusCode
    outputFormat: infer Format extends ResponseFormat
  }
    ? Request<Input, ClientResponse<Output, Status, Format>>
    : never
}

type Parts = { param?: Record<string, string>; query?: Record<string, string | string[] | undefined> }
/** The address itself, to show or to link to; `$path` without what the client was made with. */
type Address = { $url(args?: Parts): URL; $path(args?: Parts): string }

/** `/:id/items` as `{ ':id': { items: … } }`, and `/` as `{ index: … }`: how hono's client reads a path. */
type Chain<Path, Last> = Path extends `/${infer Rest}`
  ? Chain<Rest, Last>
  : Path extends `${infer Head}/${infer Rest}`
    ? { [At in Head]: Chain<Rest, Last> }
    : { [At in Path extends '' ? 'index' : Path & string]: Last }

type Together<Union> = (Union extends unknown ? (part: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** What hono's client offers of the routes of a router. */
export type ClientOf<R> = R extends { known?: infer Known }
  ? Together<{ [Path in keyof Known]: Chain<Path, Requests<Known[Path]> & Address> }[keyof Known]>
  : never
