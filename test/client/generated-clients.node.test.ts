import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, expect, it } from 'vitest'
import { routesOf } from '#http/route-table.ts'
import { app } from '#src/app.ts'
import { run } from '../../scripts/clients/run.ts'
import { compileTypeScript, generateTypeScript } from '../../scripts/clients/typescript-clients.ts'
import { openApiDocument } from '../../scripts/openapi/document.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'generated-'))
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }))

const USE = `
import { cancelOrder, listMyOrders, type Order } from './hey-api'
import { client } from './hey-api/client.gen'
import type { components, operations } from './openapi-typescript.ts'

const asked: string[] = []
const send = async (input: RequestInfo | URL, init?: RequestInit) => {
  const request = new Request(input, init)
  asked.push([request.method, request.url, request.headers.get('authorization'), await request.text()].join(' '))
  return Response.json({ success: true, data: request.method === 'GET' ? { orders: [] } : { status: 'CANCELLED' } })
}
client.setConfig({ baseUrl: 'http://soko.test', fetch: send, auth: ({ scheme }) => (scheme === 'bearer' ? 'token' : '') })

const list = await listMyOrders({ query: { status: 'ACCEPTED' }, throwOnError: true })
const orders: Order[] = list.data.data.orders
const cancelled = await cancelOrder({ path: { id: 'o1' }, body: { reason: 'Trop tard' }, throwOnError: true })
const status: Order['status'] = cancelled.data.data.status
console.log(JSON.stringify({ asked, orders, status }))

export const same = (order: components['schemas']['Order']): Order => order
type NewOrder = NonNullable<operations['placeOrder']['requestBody']>['content']['application/json']
export const quantity = ({ items }: NewOrder): number | undefined => items[0]?.quantity
// @ts-expect-error: an order is never lost
export const wrong = () => listMyOrders({ query: { status: 'LOST' } })
`

it('the clients that openapi-typescript and @hey-api/openapi-ts make of the document compile and run', async () => {
  const folder = join(FOLDER, 'typescript')
  const document = join(FOLDER, 'openapi.json')
  mkdirSync(folder)
  writeFileSync(document, JSON.stringify(openApiDocument(routesOf(app))))
  generateTypeScript(document, folder)
  writeFileSync(join(folder, 'use.ts'), USE)
  compileTypeScript(folder)
  const outfile = join(FOLDER, 'use.mjs')
  await build({ entryPoints: [join(folder, 'use.ts')], outfile, bundle: true, format: 'esm', platform: 'neutral' })
  expect(JSON.parse(run(process.execPath, [outfile], FOLDER))).toEqual({
    asked: [
      'GET http://soko.test/api/v1/orders/me?status=ACCEPTED Bearer token ',
      'POST http://soko.test/api/v1/orders/o1/cancel Bearer token {"reason":"Trop tard"}',
    ],
    orders: [],
    status: 'CANCELLED',
  })
})
