import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { app } from '../../src/app.ts'
import { openApiDocument } from '../../src/http/openapi.ts'
import { routesOf } from '../../src/http/route-table.ts'

type Problem = { ruleId: string; severity: string; message: string; location: { pointer?: string }[] }
type Described = {
  operationId: string
  summary: string
  responses: Record<string, unknown>
  security: unknown[]
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, unknown> }
}
type Document = { openapi: string; paths: Record<string, Record<string, Described>> }

const routes = routesOf(app)
const document = openApiDocument(routes) as Document

/** What Redocly finds under its recommended rules, as somebody who downloads the document would see it. */
function lint(): Problem[] {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
  try {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(document))
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
    const problems = lint().filter(({ ruleId }) => ruleId !== 'no-ambiguous-paths')
    expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([])
  })

  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

  it('has every operation exactly once, each under an id of its own', () => {
    const name = (method: string, path: string) => `${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`
    expect(described.map(({ method, path }) => name(method, path)).sort()).toEqual(
      routes.map(({ method, path }) => name(method, path)).sort(),
    )
    expect(new Set(described.map(({ operation }) => operation.operationId)).size).toBe(routes.length)
  })

  it.each(routes.map((route) => ({ ...route, name: `${route.method} ${route.path}` })))(
    '$name says who, what comes in, and what comes out',
    ({ method, path, operation }) => {
      const told = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(told?.summary).toBe(operation.summary)
      expect(Object.keys(told?.responses ?? {})).toContain(String(operation.status ?? 200))
      expect(told?.security.length === 0).toBe(operation.roles === 'public')
      const inPath = told?.parameters?.filter((parameter) => parameter.in === 'path').map(({ name }) => name) ?? []
      expect(inPath).toEqual([...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter))
      const type = operation.form ? 'multipart/form-data' : 'application/json'
      const takesBody = Boolean(operation.json ?? operation.form ?? operation.rawBody)
      expect(Object.keys(told?.requestBody?.content ?? {})).toEqual(takesBody ? [type] : [])
    },
  )

  it('refers only to what it defines', () => {
    const text = JSON.stringify(document)
    const components = (document as unknown as { components: { schemas: Record<string, unknown> } }).components.schemas
    const named = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? '')
    expect([...new Set(named)].filter((name) => !(name in components))).toEqual([])
    expect(Object.keys(components).filter((name) => !named.includes(name))).toEqual([])
  })
})
