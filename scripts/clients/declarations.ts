import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API } from 'typescript/unstable/sync'
import { ROOT, run } from './run.ts'
import { nameThem, Shapes } from './shapes.ts'
import { Surface } from './surface.ts'

const CLIENT = join(ROOT, 'src/client.ts')

/** The texts that the declarations take from the routes. */
type Texts = {
  /** A name for an answer's object with these fields, if it has one. */
  nameOf: (fields: string[]) => string | undefined
  /** One line on the operation of this method at `client.a.b`, `['a', 'b']`. */
  describe: (method: string, parts: string[]) => string
}

/** All types of the packed client, in one text that refers only to names that every browser knows. */
export function declarationsOf({ nameOf, describe }: Texts): string {
  const api = new API({ cwd: ROOT })
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(ROOT, 'client/tsconfig.json')] }).getProjects()
    const source = project?.program.getSourceFile(CLIENT)
    if (!project || !source) throw new Error(`${CLIENT} is not of this project`)
    const { checker } = project
    const file = checker.getSymbolAtLocation(source)
    const exported = new Map(file && checker.getExportsOfModule(file).map((symbol) => [symbol.name, symbol]))
    const { createClient, Client, ...others } = Object.fromEntries(exported)
    if (!createClient || !Client) throw new Error(`${CLIENT} exports no client`)
    const independent = statementsOf(source.statements.map((statement) => statement.getFullText(source)))
    const independently = independent.flatMap(declaredBy)
    const shapes = new Shapes(checker, nameOf)
    const client = new Surface(checker, shapes, describe).write(checker.getDeclaredTypeOfSymbol(Client))
    const own = Object.values(others)
      .filter(({ name }) => !independently.includes(name))
      .map((symbol): [string, string] => [
        symbol.name,
        shapes.write(checker.getDeclaredTypeOfSymbol(symbol), symbol.name),
      ])

    // A type that the client itself names keeps that name, not the document's.
    const documents = [...shapes.named()].filter(([, full]) => !own.some(([, text]) => text === full))
    const named = new Map([...documents, ...own])
    const types = [...named].map(([name, full]) => {
      const rest = new Map([...named].filter(([other]) => other !== name))
      return `export type ${name} = ${nameThem(full, rest)}`
    })
    return [
      emit(independent.join('')),
      readFileSync(join(ROOT, 'client/calls.ts'), 'utf8'),
      `/** ${createClient.getDocumentationComment(checker)} */`,
      'export declare function createClient(options: ClientOptions): Client',
      `export type Client = ${nameThem(client, named)}`,
      ...types,
    ].join('\n')
  } finally {
    api.close()
  }
}

/** The statements that need nothing from another file, also not through each other. */
function statementsOf(all: string[]): string[] {
  const isImport = (text: string) => /^\s*import\s/.test(text)
  const imported = all.filter(isImport).flatMap((text) => [...text.matchAll(/(\w+)(?=\s*[,}])/g)].map(([name]) => name))
  const foreign = new Set(imported)
  let rest = all.filter((text) => !isImport(text))
  for (;;) {
    const bound = rest.filter((text) => [...foreign].some((name) => new RegExp(`\\b${name}\\b`).test(code(text))))
    if (bound.length === 0) return rest
    for (const text of bound) for (const name of declaredBy(text)) foreign.add(name)
    rest = rest.filter((text) => !bound.includes(text))
  }
}

const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').replace(/'[^'\n]*'/g, '')
const declaredBy = (text: string) =>
  [...code(text).matchAll(/^(?:export )?(?:declare )?(?:async )?(?:type|class|const|function|interface) (\w+)/gm)].map(
    ([, name]) => name ?? '',
  )

/** The declarations that the compiler writes for a file that needs no other. */
function emit(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'declarations-'))
  try {
    writeFileSync(join(folder, 'own.ts'), text)
    const options = '--declaration --emitDeclarationOnly --strict --target es2022 --lib es2022,dom --types'.split(' ')
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    run(process.execPath, [tsc, ...options, '', 'own.ts'], folder)
    return readFileSync(join(folder, 'own.d.ts'), 'utf8').replace('export {};\n', '')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
