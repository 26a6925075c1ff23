import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { COLUMNS } from '#domain/catalogue/imports/columns.ts'
import { refusalsOf, statusesOf } from '#http/refusals.ts'
import { routesOf } from '#http/route-table.ts'
import { CODES, REASONS } from '#kernel/failure.ts'
import { app } from '#src/app.ts'
import { openApiDocument } from '../../scripts/openapi/document.ts'

type Problem = { ruleId: string; severity: string; message: string; location: { pointer?: string }[] }
type Schema = { $ref?: string; properties?: Record<string, Schema>; enum?: unknown[]; examples?: unknown[] }
type Content = Record<string, { schema: Schema; example?: Record<string, unknown> }>
type Described = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  deprecated?: boolean
  responses: Record<string, { $ref?: string; content?: Content }>
  security?: unknown[]
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Content }
}
type Document = {
  openapi: string
  info: { description: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Described>>
  components: Record<'schemas' | 'responses' | 'headers' | 'parameters', Record<string, Schema & { content?: Content }>>
}

const routes = routesOf(app)
const document = openApiDocument(routes) as Document
const { schemas } = document.components
const text = JSON.stringify(document)
const operations = routes.map((route) => {
  const told = document.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
  return { ...route, name: `${route.method} ${route.path}`, told: told ?? expect.fail(`${route.path} is not told`) }
})

const ajv = new Ajv2020({
  strict: false,
  formats: { email: true, 'date-time': true, date: true, binary: true },
} as ConstructorParameters<typeof Ajv2020>[0])
ajv.addSchema(document as object, 'document')
const faultsOf = (name: string, value: unknown) =>
  ajv.validate(`document#/components/schemas/${name}`, value) ? '' : ajv.errorsText()

/** Problems that Redocly finds under its recommended rules, as somebody who downloads the document would see it. */
function lint(): Problem[] {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
  try {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, text)
    const command = [
      'node_modules/@redocly/cli/bin/cli.js',
      'lint',
      file,
      '--extends',
      'recommended',
      '--format',
      'json',
    ]
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const { stdout, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' })
    if (!stdout.startsWith('{')) throw new Error(`the linter did not run: ${stderr}`)
    return (JSON.parse(stdout) as { problems: Problem[] }).problems
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 and clean under a public linter', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    // Paths that cross (`/products/categories/{id}`, `/products/{id}/status`) are the client's own; docs/conventions.md,
    // Routing, says which wins, and test/contract/routes.test.ts sees it.
    // A socket is opened with 101, and with nothing else.
    const isOfSocket = (ruleId: string, pointer = '') =>
      ruleId === 'operation-2xx-response' && pointer.includes('notifications~1live/get')
    const problems = lint().filter(
      ({ ruleId, location }) => ruleId !== 'no-ambiguous-paths' && !isOfSocket(ruleId, location[0]?.pointer),
    )
    expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([])
  })

  it('has every operation exactly once, each under an id of its own', () => {
    const told = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(told).toHaveLength(routes.length)
    expect(new Set(told.map(({ operationId }) => operationId)).size).toBe(routes.length)
    const others = operations.filter(({ told: { operationId }, operation }) => operationId !== operation.id)
    expect(others.map(({ path, told: { operationId } }) => [path, operationId])).toEqual([
      ['/api/v1/gatewayA/payouts/request-approval', 'requestPayoutApprovalAlias'],
      ['/api/v1/gatewayA/payouts/resend-code', 'resendPayoutCodeAlias'],
      ['/api/v1/wallet/payout/otp', 'requestWithdrawalAlias'],
    ])
  })

  it.each(operations)('$name says who, what comes in, and what comes out', (route) => {
    const { told, path, operation } = route
    expect(told.summary).toBe(operation.summary)
    expect(told.tags).toEqual([operation.tag])
    expect(told.security?.length === 0).toBe(operation.roles === 'public')
    const statuses = [operation.status ?? 200, ...(operation.cache ? [304] : []), ...statusesOf(refusalsOf(route))]
    expect(Object.keys(told.responses)).toEqual(statuses.map(String))
    for (const refusal of operation.reasons)
      expect(told.description).toMatch(new RegExp(`\`${refusal}\`( \\(sans \`reason\`\\))? : `))
    if (refusalsOf(route).includes('CHALLENGE_REQUIRED')) expect(told.description).toContain('`CHALLENGE_REQUIRED` : ')
    expect(told.description).toContain(operation.tier ? ` (${operation.tier}).` : '**Limite** : aucune.')
    const inPath = told.parameters?.filter((parameter) => parameter.in === 'path').map(({ name }) => name) ?? []
    expect(inPath).toEqual([...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter))
    const type = operation.form ? 'multipart/form-data' : 'application/json'
    const takesBody = Boolean(operation.json ?? operation.form ?? operation.rawBody)
    expect(Object.keys(told.requestBody?.content ?? {})).toEqual(takesBody ? [type] : [])
  })

  it('gives no limit to what all look at, nor to a challenge, and one to everything else', () => {
    const unlimited = operations.filter(({ told }) => told.description.includes('**Limite** : aucune.'))
    expect(unlimited.map(({ path, operation }) => operation.cache ?? path)).toEqual(
      expect.arrayContaining(['shared', 'forever', '/api/v1/auth/challenge']),
    )
    expect(unlimited).toEqual(
      operations.filter(({ path, operation }) => operation.cache ?? path.endsWith('/challenge')),
    )
    // A private file is no picture: it counts, and may be refused.
    const refusing = unlimited.filter(({ told }) => '429' in told.responses)
    expect(refusing.map(({ told }) => told.operationId)).toEqual(['showMedia'])
  })

  it('says where an ADMIN who may approve nothing yet is refused', () => {
    const held = operations.filter((route) => refusalsOf(route).includes('APPROVER_HELD'))
    expect(held.length).toBeGreaterThan(10)
    for (const { told } of held) expect(told.description).toContain('`APPROVER_HELD` : ')
  })

  it('calls a second address of an operation deprecated, and says which is the first', () => {
    for (const { told, operation } of operations) {
      expect(told.deprecated ?? false).toBe(told.operationId !== operation.id)
      if (told.deprecated) expect(told.description).toMatch(/^Même opération que `POST \/\w/)
    }
  })

  it('refers only to what it defines, and defines only what it refers to', () => {
    for (const kind of ['schemas', 'responses', 'headers', 'parameters'] as const) {
      const named = [...text.matchAll(new RegExp(`"#/components/${kind}/([^"]+)"`, 'g'))].map(([, name]) => name ?? '')
      expect([...new Set(named)].sort()).toEqual(Object.keys(document.components[kind]).sort())
    }
    const used = new Set(operations.flatMap(({ told }) => told.tags))
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort())
  })

  it('shows examples that agree with themselves', () => {
    expect(schemas.Series?.examples).toMatchObject([
      { metric: 'sales', currency: 'CDF', points: [{ value: '18500.00' }], total: '18500.00' },
    ])
    const row = { period: '2026-11-22', gross: '40500.00', refunds: '3500.00', net: '37000.00' }
    expect(schemas.SalesReport?.examples).toMatchObject([{ from: '2026-11-22', rows: [row], omitted: 0 }])
    expect(schemas.Notification?.examples).toMatchObject([
      { type: 'order.accepted', data: { orderId: expect.any(String) } },
    ])
    const sent = document.paths['/api/v1/notifications']?.post?.requestBody?.content['application/json']?.example
    expect(sent).toMatchObject({ title: 'Maintenance dimanche', body: expect.stringContaining('dimanche') })
  })

  it('names every kind of notice with the group that people choose about', () => {
    const told = document.info.description
    expect(told).toMatch(/\| orders \| .*`order\.accepted`.*`order\.paid` \*/)
    expect(told).toMatch(/\| payments \| .*`refund\.succeeded`/)
    expect(told).toMatch(/\| aucun \| .*`incident\.resolved`.*`ticket\.answered`/)
    expect(told).not.toContain('`code.')
    expect(told).not.toContain('[avis]')
  })

  it('is small enough to be read on a phone: 2.6 KB an operation', () => {
    expect(text.length / routes.length).toBeLessThan(2600)
  })
})

/** The objects within a schema, itself among them. */
function objectsOf(schema: unknown): { properties?: object; additionalProperties?: unknown }[] {
  if (typeof schema !== 'object' || schema === null) return []
  const within = Object.values(schema).flatMap(objectsOf)
  const { type } = schema as { type?: unknown }
  return type === 'object' ? [schema, ...within] : within
}

describe('for generators of clients', () => {
  it.each(operations.filter(({ operation }) => operation.json || operation.form))(
    '$name: its body has a name',
    (route) => {
      const { id } = route.operation
      const [content] = Object.values(route.told.requestBody?.content ?? {})
      expect(content?.schema).toEqual({ $ref: `#/components/schemas/${id.charAt(0).toUpperCase()}${id.slice(1)}Body` })
    },
  )

  it.each(operations.filter(({ operation }) => !('raw' in operation.ok)))('$name: its answer has a name', (route) => {
    const { schema } = route.told.responses[String(route.operation.status ?? 200)]?.content?.['application/json'] ?? {}
    expect(Object.keys(schema?.properties ?? {})).toEqual(['success', 'data'])
    expect(schema?.properties?.data?.$ref).toMatch(/^#\/components\/schemas\/\w+$/)
  })

  it('every object says what it has', () => {
    const empty = Object.entries(schemas).flatMap(([name, schema]) =>
      objectsOf(schema)
        .filter((one) => Object.keys(one.properties ?? {}).length === 0 && !one.additionalProperties)
        .map(() => name),
    )
    expect(empty).toEqual([])
  })

  it('no body is variants that only say what they require', () => {
    expect(text).not.toMatch(/"(oneOf|anyOf)":\[\{"required"/)
    expect(schemas.LoginTotpBody).toMatchObject({ 'x-one-of': ['code', 'backupCode'], required: ['pendingToken'] })
  })

  it('what may be null is a type, not a schema, and no enum with a name is written out again', () => {
    expect(text).not.toMatch(/"anyOf":\[\{"type":"(string|number|integer|boolean)"\},\{"type":"null"\}\]/)
    for (const [name, { enum: values }] of Object.entries(schemas)) {
      if (values) expect(text.split(`"enum":${JSON.stringify(values)}`), name).toHaveLength(2)
    }
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['OrderStatus', 'Currency', 'Role', 'OrderList']))
  })
})

describe('its examples', () => {
  it('are things that there could be', () => {
    expect(text).not.toContain('"abc"')
    const order = schemas.OrderWithPayin?.examples?.[0] as Record<string, unknown>
    expect(order).toMatchObject({ status: 'PENDING_PAYMENT', paidAt: null, delivery: null })
    expect((order.payin as { amount: number }).amount).toBe(Number(order.total))
  })

  const bodies = operations.filter(({ operation }) => operation.json || operation.form)

  it.each(bodies)('$name: is a body that the operation takes', ({ operation: { json, form }, told }) => {
    const [content] = Object.values(told.requestBody?.content ?? {})
    const example = content?.example ?? expect.fail('none')
    expect(faultsOf(content?.schema.$ref?.split('/').at(-1) ?? '', example)).toBe('')
    expect(JSON.stringify(example)).not.toContain('"exemple"')
    const sent = JSON.parse(JSON.stringify(example), (_, value) =>
      value === '(fichier)' ? new File([], 'photo.jpg') : value,
    )
    const schema = json ?? form
    expect(schema && z.safeParse(schema, sent).error).toBeUndefined()
  })

  it('name no place that may not be there, and no time that is over', () => {
    const fields = bodies.flatMap(({ told }) =>
      Object.keys(Object.values(told.requestBody?.content ?? {})[0]?.example ?? {}),
    )
    expect(fields.filter((field) => ['occurredAt', 'zones'].includes(field))).toEqual([])
  })

  it('are there for every JSON answer but lists, whose items have one', () => {
    const without = operations.flatMap(({ name, operation, told }) => {
      const { schema } = told.responses[String(operation.status ?? 200)]?.content?.['application/json'] ?? {}
      const shown = schema?.properties?.data?.$ref?.split('/').at(-1)
      return shown && !shown.endsWith('List') && !schemas[shown]?.examples ? [name] : []
    })
    expect(without).toEqual([])
  })

  const shown = Object.entries(schemas).filter(([, { examples }]) => examples)
  it.each(shown.map(([name, { examples }]) => ({ name, examples })))('$name is such a thing', ({ name, examples }) => {
    for (const example of examples ?? []) expect(faultsOf(name, example)).toBe('')
  })
})

describe('its words', () => {
  const texts = [document.info.description, ...operations.map(({ told }) => told.description)]
  const codes = texts.flatMap((each) => [...each.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code))

  it('name requests that there are', () => {
    const asked = codes.flatMap(
      (code) =>
        code
          .match(/^(GET|POST|PUT|DELETE) (\/[^?]*)/)
          ?.slice(1, 3)
          .join(' ') ?? [],
    )
    const known = new Set(
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
      ),
    )
    expect(asked.length).toBeGreaterThan(70)
    expect(asked.filter((each) => !known.has(each))).toEqual([])
  })

  it('name operations, fields, columns and constants that there are', () => {
    const withoutTexts = JSON.stringify(document, (key, value) => (/^(description|summary)$/.test(key) ? '' : value))
    const known = withoutTexts.match(/\w+/g) ?? []
    const ids = operations.map(({ operation }) => operation.id)
    const words = codes.filter((code) => /^([a-z]+([A-Z][a-z]*)+|[A-Z]+(_[A-Z]+)+)$/.test(code))
    const all = new Set([
      ...known,
      ...ids,
      ...Object.keys(CODES),
      ...Object.keys(REASONS),
      ...COLUMNS,
      'camelCase',
      'ALLOWED_ORIGINS',
    ])
    expect(words.length).toBeGreaterThan(200)
    expect([...new Set(words)].filter((word) => !all.has(word))).toEqual([])
  })

  it('show bodies that their operations take', () => {
    const pairs = [
      ...document.info.description.matchAll(/`(POST) (\/[^`?]*)`\s+(?:avec `Idempotency-Key` :\s+)?`(\{"[^`]*\})`/g),
    ]
    const wrong = pairs.flatMap(([, method, path, body = '']) => {
      const route = operations.find((each) => each.name.replace(/:(\w+)/g, '{$1}') === `${method} /api/v1${path}`)
      const schema = route?.operation.json
      const parsed = schema && z.safeParse(schema, JSON.parse(body))
      return parsed?.success ? [] : [`${path} ${body}: ${parsed?.error}`]
    })
    expect(wrong).toEqual([])
    expect(pairs.length).toBeGreaterThan(15)
  })
})
