import { describe, expect, it } from 'vitest'
import { routesOf } from '#http/route-table.ts'
import { app } from '#src/app.ts'
import { openApiDocument } from '../../scripts/openapi/document.ts'
import type { Case } from './case.ts'
import { type Document, type Operation, operationsOf } from './document.ts'
import { FAULTS } from './faults.ts'
import { faultsOf } from './oracle/judge.ts'
import { secretFaults } from './oracle/secrets.ts'
import { randomOf } from './random.ts'
import { compile } from './schemas.ts'
import { read } from './send.ts'
import { inventValue } from './values.ts'

const document = openApiDocument(routesOf(app)) as Document
const operations = operationsOf(document)
const schemas = compile(document)
const nothingSecret = { never: new Set<string>(), notToGuests: new Set<string>() }
const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
const BODIES: Record<string, unknown> = {
  setLocation: { lat: -2, lng: 28 },
}

/** An answer as the document says it is, out of its own schema. */
function goodAnswer({ operationId, responses }: Operation): Response {
  const [status = '', { content }] = Object.entries(responses).find(([each]) => each.startsWith('2')) ?? ['', {}]
  const schema = content?.['application/json']?.schema ?? {}
  const body = inventValue(document, schema, randomOf(operationId.length), () => undefined) as { data: object }
  const page = { users: [], pagination: { page: 1, limit: 100, total: 0, totalPages: 0 } }
  const shown = operationId === 'listUsers' ? { ...body, data: page } : body
  return new Response(JSON.stringify(shown), { status: Number(status), headers: HEADERS })
}

const refusal = (status: number, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ success: false, error: { code: 'FORBIDDEN', message: 'Non permis.' } }), {
    status,
    headers: { ...HEADERS, ...headers },
  })

describe('the oracle of the fuzzer', () => {
  it.each(FAULTS)('finds: $what', async (fault) => {
    const operation = operations.find(({ operationId }) => operationId === fault.in)
    if (!operation) throw new Error(`${fault.in} is no operation`)
    const isRefused = fault.what === 'a wrong role gets in'
    const body = BODIES[operation.operationId]
    const address = `${operation.path}${operation.operationId === 'listUsers' ? '?limit=100' : ''}`
    const asked: Case = {
      ...{ operation, as: isRefused ? 'BUYER' : 'ADMIN', address, headers: {}, value: body },
      ...(isRefused && { mustAnswer: [403] }),
    }
    const request = new Request(`http://localhost${address}`, {
      method: operation.method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const judge = async (answer: Response) => faultsOf(asked, await read(answer), schemas, nothingSecret)
    const good = () => (isRefused ? refusal(403) : goodAnswer(operation))
    expect(await judge(good())).toEqual([])
    expect(await judge(await fault.answer(good(), request))).not.toEqual([])
  })

  it("finds: a guest is shown somebody's number, unless they proved to be them", async () => {
    const operation = operations.find(({ operationId }) => operationId === 'verifyEmail') as Operation
    const secrets = { never: new Set<string>(), notToGuests: new Set(['243990004789']) }
    const user = { email: 'moi@exemple.test', phone: '243990004789' }
    const shown = await read(new Response(JSON.stringify({ data: { user } }), { headers: HEADERS }))
    const asked: Case = {
      ...{ operation, as: 'guest', address: operation.path, headers: {} },
      body: JSON.stringify({ email: user.email, code: '123456' }),
    }
    expect([...secretFaults(asked, shown, secrets)]).toEqual([])
    const stranger = { ...asked, body: JSON.stringify({ email: 'autre@exemple.test', code: '123456' }) }
    expect([...secretFaults(stranger, shown, secrets)]).toEqual(["shows a guest somebody's address or number in phone"])
  })

  it('knows that ways in, and what one does there with an account, take 16 KiB', async () => {
    const long = '{"a":'.repeat(5_000)
    const judge = async (operationId: string, body: NonNullable<Case['body']>) => {
      const operation = operations.find((each) => each.operationId === operationId) as Operation
      const { path: address } = operation
      const asked: Case = { operation, as: 'BUYER', address, headers: {}, body }
      const tooLong = { success: false, error: { code: 'PAYLOAD_TOO_LARGE', message: 'Le contenu dépasse 16 Ko.' } }
      const answer = await read(new Response(JSON.stringify(tooLong), { status: 413, headers: HEADERS }))
      return faultsOf({ ...asked, mustAnswer: [400] }, answer, schemas, nothingSecret)
    }
    expect(await judge('regenerateBackupCodes', long)).toEqual([])
    const short = ['answered 413 to BUYER, not 400']
    expect(await judge('regenerateBackupCodes', '{}')).toEqual(short)
    expect(await judge('setLocation', long)).toEqual(short)
  })
})
