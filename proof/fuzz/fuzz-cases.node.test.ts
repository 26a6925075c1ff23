import { describe, expect, it } from 'vitest'
import { routesOf } from '#http/route-table.ts'
import { ROLES } from '#kernel/roles.ts'
import { app } from '#src/app.ts'
import { openApiDocument } from '../../scripts/openapi/document.ts'
import { type Document, mayCall, type Operation, operationsOf } from './document.ts'
import { Pool } from './pool.ts'
import { roleFor } from './prepare.ts'
import { randomOf } from './random.ts'
import { compile } from './schemas.ts'
import { touchesAccount } from './spare-accounts.ts'
import { validCase } from './valid.ts'

const document = openApiDocument(routesOf(app)) as Document
const operations = operationsOf(document)
const schemas = compile(document)
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]

/** The first cases of an operation, as a run with a seed makes them. */
function casesOf(operation: Operation, seed: number, count: number) {
  return Array.from({ length: count }, (_, at) => {
    const random = randomOf(seed * 1000 + at)
    const facts = { random, at, pool: new Pool(), codes: [], caller: undefined, account: undefined, next: () => at }
    return validCase({ document, schemas, operation, as: 'ADMIN', facts })
  })
}

describe('what the fuzzer does not leave to chance', () => {
  it('asks every list for its longest page', () => {
    const lists = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'limit'))
    expect(lists.length).toBeGreaterThan(10)
    for (const seed of SEEDS)
      for (const operation of lists) {
        const addresses = casesOf(operation, seed, 20).map((made) => made?.address)
        expect(addresses, operation.operationId).toContainEqual(expect.stringMatching(/[?&]limit=100(&|$)/))
      }
  })

  it('asks as everybody who may not, guests included', () => {
    for (const operation of operations.filter(({ access }) => access !== 'public')) {
      const asked = new Set(Array.from({ length: 35 }, (_, at) => roleFor(operation, at, randomOf(at))))
      const others = (['guest', ...ROLES] as const).filter((as) => !mayCall(operation.access, as))
      for (const as of others) expect(asked, operation.operationId).toContain(as)
    }
  })

  it('leaves to spares what gives, changes or ends a way in', () => {
    const waysIn = operations.filter(
      ({ method, parameters }) => method !== 'GET' && parameters.some(({ name }) => name === 'X-Client-Type'),
    )
    expect(waysIn.length).toBeGreaterThan(2)
    expect(waysIn.filter((operation) => !touchesAccount(operation))).toEqual([])
    expect(touchesAccount(operations.find(({ operationId }) => operationId === 'placeOrder') as Operation)).toBe(false)
  })
})
