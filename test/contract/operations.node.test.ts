import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Operation, operationFrom, operationOf } from '#http/operation.ts'
import { routesOf } from '#http/route-table.ts'
import { app } from '#src/app.ts'

/** The normative list (docs/conventions.md, Operations); `who` is public, any, or roles, and guests who bring what an account has. */
const listed = new Map(
  readFileSync('test/contract/operations.tsv', 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [method, path, who = '', status] = line.split('\t')
      return [`${method} ${path}`, { who: who.split(',').sort().join(','), status: Number(status) }]
    }),
)
const routes = routesOf(app)
const sayWho = ({ roles, guestsBring }: Operation) => {
  const who = roles === 'signedIn' ? 'any' : typeof roles === 'string' ? roles : [...roles].sort().join(',')
  return guestsBring ? `${who},guests` : who
}

describe('the operations', () => {
  it('are guarded by op(), every one, as their first handler', () => {
    const first = new Map<string, unknown>()
    for (const { method, path, handler } of app.routes) {
      if (method !== 'ALL' && !first.has(`${method} ${path}`)) first.set(`${method} ${path}`, handler)
    }
    // Outside the API: pages, and what search engines read.
    const files = [
      'GET /robots.txt',
      'GET /sitemap.xml',
      'GET /sitemap/pages.xml',
      'GET /sitemap/:part{[1-9][0-9]{0,4}\\.xml}',
    ]
    const market = ['GET /', 'GET /b/:slug', 'GET /blog/:slug', 'GET /c/:slug', 'GET /p/:slug', ...files]
    const free = [...market, 'GET /developpeurs', 'GET /office/*']
    const unguarded = [...first].filter(([name, handler]) => !operationOf(handler) && !free.includes(name))
    expect(unguarded.map(([name]) => name)).toEqual([])
  })

  it('are registered once each', () => {
    const names = routes.map(({ method, path }) => `${method} ${path}`)
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  })

  it('are those of operations.tsv: path, who may call, success status', () => {
    const told = routes.map(({ method, path, operation }) => [
      `${method} ${path}`,
      { who: sayWho(operation), status: operation.status ?? 200 },
    ])
    expect(told).toEqual(told.map(([name]) => [name, listed.get(name as string)]))
  })

  it('take a body only where the method has one, and name every parameter of their path', () => {
    for (const { method, path, operation } of routes) {
      const name = `${method} ${path}`
      // The owner of a picture that the team takes away is told why.
      const isExplained = operation.id === 'removeMedia'
      if (method === 'GET' || (method === 'DELETE' && !isExplained))
        expect(operation.json ?? operation.form, name).toBeUndefined()
      const inPath = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter)
      const shape = (operation.param as { shape?: object } | undefined)?.shape ?? {}
      expect(Object.keys(shape), name).toEqual(inPath)
    }
  })

  it('have an id and a summary of their own: only the addresses of one operation share them', () => {
    const addressesBy = (word: 'id' | 'summary') =>
      [...Map.groupBy(routes, ({ operation }) => operation[word]).values()]
        .filter((group) => group.length > 1)
        .map((group) => group.map(({ path }) => path))
    const aliases = [
      ['/api/v1/payouts/request-approval', '/api/v1/gatewayA/payouts/request-approval'],
      ['/api/v1/payouts/resend-code', '/api/v1/gatewayA/payouts/resend-code'],
      ['/api/v1/payout/otp', '/api/v1/wallet/payout/otp'],
    ]
    expect(addressesBy('id')).toEqual(aliases)
    expect(addressesBy('summary')).toEqual(aliases)
    expect(routes.filter(({ operation }) => !/^[a-z][A-Za-z]+$/.test(operation.id)).map(({ path }) => path)).toEqual([])
  })

  it('name their tier where guests write', () => {
    const write = {
      id: 'writeAsGuest',
      summary: 'Écrire',
      doc: 'Écrit.',
      reasons: [],
      roles: 'public',
      json: z.object(),
    }
    expect(() => operationFrom({ ...write, roles: 'public', ok: z.object() })).toThrow('writeAsGuest')
  })
})
