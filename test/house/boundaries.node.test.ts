import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Import, importsOf, pathOfImport, sourcesOf } from '#testing/sources.ts'
import { AREAS, areaOf, isAbove, REGISTRIES } from './areas.ts'

const src = sourcesOf('src/**/*.ts')
const imports = src.flatMap(importsOf)

/** The register of gateways: which there are, and which moves what. It is read wherever a gateway is chosen or told apart. */
const GATEWAYS = 'src/providers/gateways.ts'

/** Rooms that a room may import of ours beside itself, values or types only (ARCHITECTURE.md). */
const ROOMS: Record<string, { values: string[]; types?: string[] }> = {
  'src/kernel/': { values: [] },
  'src/db/': { values: ['src/kernel/', GATEWAYS] },
  'src/providers/': { values: ['src/kernel/'] },
  'src/domain/': { values: ['src/kernel/', 'src/db/', GATEWAYS], types: ['src/providers/'] },
  'src/http/': {
    values: [
      'src/kernel/',
      'src/db/admit.ts',
      'src/db/client.ts',
      'src/db/idempotency.ts',
      'src/db/meter.ts',
      'src/db/violation.ts',
    ],
    types: ['src/domain/', 'src/db/admission.ts', 'src/env.ts'],
  },
  'src/routes/': { values: ['src/kernel/', 'src/http/', 'src/domain/', GATEWAYS] },
  'src/pages/': { values: ['src/kernel/', 'src/http/', 'src/domain/'] },
  'src/cron/': {
    values: ['src/kernel/', 'src/db/', 'src/domain/', 'src/platform-context.ts', GATEWAYS],
    types: ['src/env.ts'],
  },
  'src/durable-objects/': {
    values: ['src/kernel/', 'src/domain/', 'src/platform-context.ts', GATEWAYS],
    types: ['src/env.ts', 'src/db/schema/'],
  },
  'src/platform-context.ts': {
    values: ['src/kernel/', 'src/db/', 'src/domain/', 'src/providers/', 'src/platform-files.ts'],
    types: ['src/env.ts'],
  },
  'src/platform-files.ts': { values: ['src/domain/', 'src/kernel/'], types: ['src/env.ts'] },
  'src/env.ts': { values: [], types: ['src/durable-objects/'] },
  'src/client-repeat.ts': { values: [] },
  'src/client-shared.ts': { values: [] },
  'src/client.ts': {
    values: ['src/client-repeat.ts', 'src/client-shared.ts', 'src/routes/paths.ts'],
    types: ['src/routes/', 'src/http/'],
  },
  'src/app.ts': {
    values: ['src/platform-context.ts', 'src/kernel/', 'src/http/', 'src/domain/', 'src/routes/', 'src/pages/'],
  },
  'src/index.ts': {
    values: ['src/app.ts', 'src/http/boot.ts', 'src/cron/', 'src/durable-objects/'],
    types: ['src/env.ts'],
  },
}

/** These import each other's types: a binding is named by the class of its object, which reads the bindings. */
const CIRCLE = ['src/env.ts', 'src/platform-context.ts', 'src/durable-objects/']

/** Rooms that may import a package of the platform or of the framework. */
const PACKAGES: [name: RegExp, rooms: string[]][] = [
  [/^cloudflare:/, ['src/durable-objects/']],
  [/^(@hono\/|hono$|hono\/)/, ['src/http/', 'src/routes/', 'src/pages/', 'src/app.ts', 'src/client.ts']],
  [/^drizzle-orm/, ['src/db/', 'src/domain/']],
]

const roomOf = (path: string) => Object.keys(ROOMS).find((room) => path.startsWith(room))
const isIn = (path: string, rooms: string[] = []) => rooms.some((room) => path.startsWith(room))
const say = ({ from, to, isTypeOnly }: Import) => `${from} imports ${isTypeOnly ? 'types of ' : ''}${to}`

describe('imports run one way', () => {
  it('every file is in a room', () => {
    expect(src.map(({ path }) => path).filter((path) => !roomOf(path))).toEqual([])
    expect(imports.length).toBeGreaterThan(500)
  })

  it('an import of the service climbs one folder at most: the way to another room is named by package.json', () => {
    const climbs = sourcesOf('{src,test,testing,proof}/**/*.ts').flatMap(({ path, text }) =>
      [...text.matchAll(/from '((?:\.\.\/){2,}[^']*)'/g)]
        .filter(([, to = '']) => pathOfImport(path, to).startsWith('src/'))
        .map(([, to]) => `${path}: ${to}`),
    )
    expect(climbs).toEqual([])
  })

  it('a room imports only the rooms under it', () => {
    const wrong = imports.filter(({ from, to, isTypeOnly }) => {
      const room = roomOf(from) ?? ''
      if (!to.startsWith('src/') || to.startsWith(room)) return false
      return !isIn(to, ROOMS[room]?.values) && !(isTypeOnly && isIn(to, ROOMS[room]?.types))
    })
    expect(wrong.map(say)).toEqual([])
  })

  it('an area of the domain imports only the areas under it', () => {
    const inDomain = src.filter(({ path }) => path.startsWith('src/domain/'))
    expect(inDomain.filter(({ path }) => !AREAS.includes(areaOf(path) ?? '')).map(({ path }) => path)).toEqual([])
    const wrong = imports.filter(({ from, to }) => {
      if (![from, to].every((path) => path.startsWith('src/domain/')) || REGISTRIES.includes(from)) return false
      return isAbove(areaOf(to) ?? '', areaOf(from) ?? '')
    })
    expect(wrong.map(say)).toEqual([])
  })

  it('a folder in -ing holds operations alone, which routes, jobs and objects call: their parts lie elsewhere', () => {
    const called = new Set(imports.filter(({ from }) => !from.startsWith('src/domain/')).map(({ to }) => to))
    const doing = src.filter(({ path }) => /^src\/domain\/\w+\/\w+\/\w+ing\//.test(path))
    expect(doing.length).toBeGreaterThan(50)
    expect(doing.filter(({ path }) => !called.has(path)).map(({ path }) => path)).toEqual([])
  })

  it('routes, tables and tests stand in the areas of the domain', () => {
    const elsewhere = sourcesOf('src/{routes,db/schema}/*/*.ts').filter(
      ({ path }) => !AREAS.includes(path.split('/').at(-2) ?? ''),
    )
    expect(elsewhere.map(({ path }) => path)).toEqual([])
  })

  it('no file imports itself through others, but the bindings and their objects', () => {
    const next = Map.groupBy(
      imports.filter(({ from }) => !isIn(from, CIRCLE)),
      ({ from }) => from,
    )
    const circles: string[] = []
    const done = new Set<string>()
    const walk = (path: string, way: string[]): void => {
      if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
      if (done.has(path) || way.includes(path)) return
      for (const { to } of next.get(path) ?? []) walk(to, [...way, path])
      done.add(path)
    }
    for (const { path } of src) walk(path, [])
    expect(circles).toEqual([])
  })

  it('tests and campaigns share only what lies under both, in testing', () => {
    const others: Record<string, string[]> = {
      'test/': ['proof/'],
      'proof/': ['test/'],
      'testing/': ['test/', 'proof/'],
      'scripts/': ['test/', 'proof/'],
    }
    const all = sourcesOf('{test,testing,proof,scripts}/**/*.ts').flatMap(importsOf)
    const wrong = all.filter(({ from, to }) =>
      Object.entries(others).some(([room, not]) => from.startsWith(room) && isIn(to, not)),
    )
    expect(wrong.map(say)).toEqual([])
  })

  it('nothing of the service imports tests, scripts or the sandbox', () => {
    expect(
      imports.filter(({ to }) => isIn(to, ['test/', 'testing/', 'proof/', 'scripts/', 'sandbox/'])).map(say),
    ).toEqual([])
  })

  it('the framework and the platform stay in their rooms', () => {
    const wrong = imports.filter(({ from, to }) =>
      PACKAGES.some(([name, rooms]) => name.test(to) && !isIn(from, rooms)),
    )
    expect(wrong.map(say)).toEqual([])
  })

  it('what few requests need is loaded when it is first used', () => {
    const atStart = new Set(['src/index.ts'])
    const next = imports.filter(({ isTypeOnly, isLazy }) => !isTypeOnly && !isLazy)
    for (const path of atStart) for (const { from, to } of next) if (from === path) atStart.add(to)
    expect(atStart.size).toBeGreaterThan(500)
    const late = ['src/kernel/pdf/pdf.ts', 'altcha-lib', '@simplewebauthn/server']
    expect(late.filter((path) => !imports.some(({ to }) => to === path))).toEqual([])
    expect(late.filter((path) => atStart.has(path))).toEqual([])
  })

  it('what is imported by name is a file, with its ending', () => {
    const paths = new Set(src.map(({ path }) => path))
    expect(imports.filter(({ to }) => to.startsWith('src/') && !paths.has(to)).map(say)).toEqual([])
  })
})

it('the orders of a payin are its shares: what asks for the payins of an order alone misses those of a checkout', () => {
  // The writes of a charge: an order by itself has its share by a trigger.
  const allowed = ['src/domain/orders/orders/payins/charge.ts']
  const alone = /purpose'?\]?(,| =| <>| ===| !==) 'ORDER'|subject_id = (o|orders)\.id|subjectId, orders\.id/
  expect(src.filter(({ path, text }) => alone.test(text) && !allowed.includes(path)).map(({ path }) => path)).toEqual(
    [],
  )
})

describe('how files are written', () => {
  const own = sourcesOf('{src,sandbox,scripts,proof,test,testing}/**/*.ts')
  const linesOf = (text: string) => text.split('\n').length - 1
  const shipped = own.filter(({ path }) => !/^test(ing)?\//.test(path))

  it('none is over 250 lines, of the service over 200', () => {
    const most = (path: string) => (path.startsWith('src/') ? 200 : 250)
    expect(shipped.filter(({ path, text }) => linesOf(text) > most(path)).map(({ path }) => path)).toEqual([])
  })

  it('none with routes is over 150', () => {
    // The table of routers has none itself: it grows by two lines with each router, and no reader holds it in mind.
    const routes = sourcesOf('src/routes/**/*.ts').filter(({ path }) => !path.endsWith('/table.ts'))
    expect(routes.filter(({ text }) => linesOf(text) > 150).map(({ path }) => path)).toEqual([])
  })

  it("only five put files into R2: uploads, which are counted, forms under way, smaller sizes of what was counted, copies of one's data, and closed orders", () => {
    const puts = sourcesOf('src/{domain,routes,cron,http,durable-objects}/**/*.ts').filter(({ text }) =>
      /\bfiles\b[?!)]*\.(put|putOnce)\b|\{[^}]*\bput(Once)?\b[^}]*\} = \w+\.files|\bMEDIA\b[?!)]*\.put\b/.test(text),
    )
    expect(puts.map(({ path }) => path)).toEqual([
      ...['sealed', 'shelf', 'sized-media', 'store'].map((name) => `src/domain/core/files/${name}.ts`),
      'src/domain/people/copy/archive.ts',
    ])
  })

  it('no folder holds more than 35', () => {
    const folders = Map.groupBy(sourcesOf('{src,test,testing,proof}/**/*.ts'), ({ path }) => dirname(path))
    expect([...folders].filter(([, files]) => files.length > 35).map(([folder]) => folder)).toEqual([])
  })

  it('the median of the service is at most 45 lines', () => {
    const lengths = src.map(({ text }) => linesOf(text)).sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(45)
  })

  it('none has a name that says nothing', () => {
    const empty = /^(index|types?|utils?|helpers?|misc|data|managers?|services?|controllers?|repositor(y|ies))$/
    const allowed = ['src/index.ts', 'sandbox/index.ts']
    const named = own.filter(({ path }) => {
      const words = [
        ...path.split('/').slice(1, -1),
        ...basename(path)
          .replace(/(\.node|\.workerd)?(\.test)?\.ts$/, '')
          .split(/[-.]/),
      ]
      return !allowed.includes(path) && words.some((word) => empty.test(word))
    })
    expect(named.map(({ path }) => path)).toEqual([])
  })

  it('every name is kebab-case', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.node|\.workerd)?(\.test|\.d)?\.ts$/
    expect(own.filter(({ path }) => !kebab.test(basename(path))).map(({ path }) => path)).toEqual([])
  })

  it('nothing is left for later, and nothing is typed any', () => {
    const left = /\b(TO|FIX)(?:DO|ME)\b/
    expect(own.filter(({ text }) => left.test(text)).map(({ path }) => path)).toEqual([])
    const typed = /(:\s*|\bas\s+|<|\|\s*|,\s*)any(\[\]|\b(?=\s*[,;)>=|{\n]))/
    const withoutText = (text: string) => text.replace(/'[^'\n]*'|`[^`]*`|\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    expect(shipped.filter(({ text }) => typed.test(withoutText(text))).map(({ path }) => path)).toEqual([])
  })
})
