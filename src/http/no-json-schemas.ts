/*
 * Stands in for zod's JSON schemas in the bundle (wrangler.toml, alias): the documents are made before the Worker runs (decision 17), so
 * the Worker makes none, and reads no bounds of a schema either.
 */

import { Defect } from '../kernel/defect.ts'

function absent(): never {
  throw new Defect('no JSON schema is made in the Worker')
}

export const createToJSONSchemaMethod = () => absent
export const createStandardJSONSchemaMethod = () => absent
export {
  absent as aggregateChecks,
  absent as stringProcessor,
  absent as numberProcessor,
  absent as booleanProcessor,
  absent as bigintProcessor,
  absent as symbolProcessor,
  absent as nullProcessor,
  absent as undefinedProcessor,
  absent as voidProcessor,
  absent as neverProcessor,
  absent as anyProcessor,
  absent as unknownProcessor,
  absent as dateProcessor,
  absent as enumProcessor,
  absent as literalProcessor,
  absent as nanProcessor,
  absent as templateLiteralProcessor,
  absent as fileProcessor,
  absent as successProcessor,
  absent as customProcessor,
  absent as functionProcessor,
  absent as transformProcessor,
  absent as mapProcessor,
  absent as setProcessor,
  absent as arrayProcessor,
  absent as objectProcessor,
  absent as unionProcessor,
  absent as intersectionProcessor,
  absent as tupleProcessor,
  absent as recordProcessor,
  absent as nullableProcessor,
  absent as nonoptionalProcessor,
  absent as defaultProcessor,
  absent as prefaultProcessor,
  absent as catchProcessor,
  absent as pipeProcessor,
  absent as readonlyProcessor,
  absent as promiseProcessor,
  absent as optionalProcessor,
  absent as lazyProcessor,
  absent as toJSONSchema,
}
