import type { ClientRequestOptions, ClientResponse } from 'hono/client'
import type { ResponseFormat } from 'hono/types'
import type { StatusCode } from 'hono/utils/http-status'

/** A function that sends one request; its arguments are optional if the operation needs none. */
type Request<Input, Answer> =
  Partial<Input> extends Input
    ? (args?: Input, options?: ClientRequestOptions) => Promise<Answer>
    : (args: Input, options?: ClientRequestOptions) => Promise<Answer>

/** The requests of one path: `$get`, `$post`, … */
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
/** The path itself, to show or to link to; `$path` leaves out the base address of the client. */
type Address = { $url(args?: Parts): URL; $path(args?: Parts): string }

/** The keys under which hono's client reads a path: `/:id/items` is `{ ':id': { items: … } }`, and `/` is `{ index: … }`. */
type Chain<Path, Last> = Path extends `/${infer Rest}`
  ? Chain<Rest, Last>
  : Path extends `${infer Head}/${infer Rest}`
    ? { [At in Head]: Chain<Rest, Last> }
    : { [At in Path extends '' ? 'index' : Path & string]: Last }

/** The intersection of all members of a union. */
type IntersectionOf<Union> = (Union extends unknown ? (part: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The type of hono's client for the routes of a router. */
export type ClientOf<R> = R extends { known?: infer Known }
  ? IntersectionOf<{ [Path in keyof Known]: Chain<Path, Requests<Known[Path]> & Address> }[keyof Known]>
  : never
