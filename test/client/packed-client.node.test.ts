import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API } from 'typescript/unstable/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT, run } from '../../scripts/clients/run.ts'
import { buildClient } from '../../scripts/pack-client.ts'

const FOLDER = join(ROOT, 'dist/packed-client')
const BUILT = join(FOLDER, 'built')
/** Outside, where nothing of ours is found by looking upwards. */
const CONSUMER = mkdtempSync(join(tmpdir(), 'consumer-'))
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

/** Somebody else's project: it has the tarball, and nothing of the service. */
const USE = `
import { ApiError, type Client, createClient, type DataOf, type InputOf, type Order, once, unwrap } from '@soko/client'

const asked: string[] = []
const answers: Record<string, unknown> = {
  'GET /orders/me?status=ACCEPTED': { orders: [{ id: 'o1', status: 'ACCEPTED', total: '12.00' }] },
  'POST /orders/o1/cancel': { id: 'o1', status: 'CANCELLED' },
}
const send = async (input: RequestInfo | URL, init?: RequestInit) => {
  const { method, url, headers } = new Request(input, init)
  const asks = method + ' ' + url.replace('http://soko.test/api/v1', '')
  asked.push(asks + ' ' + headers.get('idempotency-key'))
  if (answers[asks]) return Response.json({ success: true, data: answers[asks] })
  return Response.json({ success: false, error: { code: 'NOT_FOUND', message: 'Introuvable.' } }, { status: 404 })
}

const client: Client = createClient({ baseUrl: 'http://soko.test', clientType: 'web', fetch: send })
const { orders }: { orders: Order[] } = await unwrap(client.orders.me.$get({ query: { status: 'ACCEPTED' } }))
const id: string = orders[0]?.id ?? ''
const call = client.orders[':id'].cancel.$post({ param: { id }, json: { reason: 'Trop tard' } }, once('key-1'))
const { status }: Order = await unwrap(call)
const refused = await unwrap(client.plans.index.$get()).catch((error: unknown) => error)
const address: URL = client.orders[':id'].$url({ param: { id } })
if (refused instanceof ApiError) console.log(JSON.stringify({ asked, status, address, refused: refused.message }))

type NewOrder = InputOf<Client['orders']['index']['$post']>['json']
type Plans = DataOf<Client['plans']['index']['$get']>['plans']
export const taken = ({ items }: NewOrder): number => items.reduce((sum, { quantity }) => sum + quantity, 0)
export const given = (plans: Plans): string[] => plans.map(({ name }) => name)
export function wrong(order: Order) {
  // @ts-expect-error: an order is never lost
  client.orders.me.$get({ query: { status: 'LOST' } })
  // @ts-expect-error: which order?
  client.orders[':id'].cancel.$post({ json: {} })
  // @ts-expect-error: there is no such operation
  client.orders.everybody
  // @ts-expect-error: a total is text
  const total: number = order.total
  return total
}
`

/** Each operation takes and gives the same in the package as in the service; compiled beside both. */
const SAME = `
import type { InferRequestType, InferResponseType } from 'hono/client'
import type { Client as Source } from '#src/client.ts'
import type { Client as Packed, DataOf, InputOf } from './built/index.d.ts'

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Given<Call> = InferResponseType<Call> extends { data: infer Data } ? Data : unknown
type Strays<S, P, At extends string = ''> = {
  [K in keyof (S & P) & string]: K extends '$url' | '$path'
    ? never
    : K extends keyof S & keyof P
      ? K extends \`$\${string}\`
        ? [Same<InferRequestType<S[K]>, InputOf<P[K]>>, Same<Given<S[K]>, DataOf<P[K]>>] extends [true, true]
          ? never
          : \`\${At}.\${K}\`
        : S[K] extends (...args: infer Args) => infer Answer
          ? Same<[Args, Answer], P[K] extends (...args: infer A) => infer B ? [A, B] : never> extends true
            ? never
            : \`\${At}.\${K}\`
          : Strays<S[K], P[K], \`\${At}.\${K}\`>
      : \`\${At}.\${K}\`
}[keyof (S & P) & string]
export const found = null as unknown as Strays<Source, Packed>
`

beforeAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  await buildClient(BUILT)
}, 120_000)
afterAll(() => {
  for (const folder of [FOLDER, CONSUMER]) rmSync(folder, { recursive: true, force: true })
})

it('the package is one file of types and one of JavaScript, which refer to no other', () => {
  const types = readFileSync(join(BUILT, 'index.d.ts'), 'utf8')
  // A path may be called import; nothing is imported.
  expect(types.match(/\bimport\b(?!\??:).*|\/\/\/.*|\brequire\b.*|\bfrom '.*/g)).toBeNull()
  const operations = readFileSync('test/contract/operations.tsv', 'utf8').trim().split('\n').length - 1
  expect(types.length / operations).toBeLessThan(486)
  expect(readFileSync(join(BUILT, 'index.js'), 'utf8')).not.toMatch(/^import\b/m)
})

it('the package is installed from its tarball, compiled under strict and run, elsewhere', () => {
  const [{ filename, files }] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', FOLDER], BUILT))
  expect(files.map(({ path }: { path: string }) => path).sort()).toEqual([
    'LICENSE-hono',
    'README.md',
    'index.d.ts',
    'index.js',
    'package.json',
  ])
  writeFileSync(join(CONSUMER, 'package.json'), '{ "private": true, "type": "module" }')
  writeFileSync(join(CONSUMER, 'use.ts'), USE)
  const quietly = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
  run('npm', ['install', ...quietly, join(FOLDER, filename)], CONSUMER)
  const options = '--noEmit --strict --skipLibCheck false --target es2022 --module nodenext --lib es2022,dom --types'
  run(process.execPath, [TSC, ...options.split(' '), '', 'use.ts'], CONSUMER)
  expect(JSON.parse(run(process.execPath, ['use.ts'], CONSUMER))).toEqual({
    asked: ['GET /orders/me?status=ACCEPTED null', 'POST /orders/o1/cancel key-1', 'GET /plans null'],
    status: 'CANCELLED',
    address: 'http://soko.test/api/v1/orders/o1',
    refused: 'Introuvable.',
  })
})

it('the package has all that its README shows', () => {
  const readme = readFileSync(join(ROOT, 'client/README.md'), 'utf8')
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, block = '']) => block)
  expect(blocks.length).toBeGreaterThan(3)
  const [file, config] = [join(FOLDER, 'readme.ts'), join(FOLDER, 'readme.json')]
  writeFileSync(file, blocks.join(''))
  const compilerOptions = {
    ...{ paths: { '@soko/client': ['./built/index.d.ts'] }, incremental: false, noEmit: true, strict: true },
    ...{ lib: ['es2022', 'dom'], module: 'esnext', moduleResolution: 'bundler', target: 'es2022', types: [] },
  }
  writeFileSync(config, JSON.stringify({ compilerOptions, files: ['readme.ts'] }))
  run(process.execPath, [TSC, '--noEmit', '-p', config], FOLDER)
})

it('the package has all that the office page calls', () => {
  const config = join(FOLDER, 'office.json')
  const compilerOptions = { paths: { '@soko/client': ['./built/index.d.ts'] }, incremental: false }
  writeFileSync(
    config,
    JSON.stringify({ extends: '../../office/tsconfig.json', compilerOptions, include: ['../../office'] }),
  )
  run(process.execPath, [TSC, '--noEmit', '-p', config], FOLDER)
})

it('takes and gives what the service does', () => {
  const [file, config] = [join(FOLDER, 'same.ts'), join(FOLDER, 'tsconfig.json')]
  writeFileSync(file, SAME)
  // JSON has no undefined: a field that may be missing is the same as one that may be undefined.
  const compilerOptions = { exactOptionalPropertyTypes: false }
  writeFileSync(config, JSON.stringify({ extends: '../../client/tsconfig.json', compilerOptions, files: ['same.ts'] }))
  const api = new API({ cwd: FOLDER })
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects()
    const source = project?.program.getSourceFile(file)
    if (!project || !source) throw new Error(`${file} is not compiled`)
    const { checker, program } = project
    expect(program.getSemanticDiagnostics(file).map(({ text }) => text)).toEqual([])
    const [found] = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!)
    const strays = checker.getTypeOfSymbol(found!)!
    const types = strays.isUnionType() ? strays.getTypes() : [strays]
    expect(types.map((type) => (type.isStringLiteralType() ? type.value : checker.typeToString(type)))).toEqual([
      'never',
    ])
  } finally {
    api.close()
  }
})
