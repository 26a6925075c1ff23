import { expect, it } from 'vitest'
import { importsOf, type Source, sourcesOf } from '#testing/sources.ts'
import { type AnyMachine, ENDS, machines, movesOf, raised } from './machines.ts'

/** Doors of what people begin: operations, and the objects in which some of them run. People ask for a gateway's verdict too. */
const begun = sourcesOf('src/routes/*/*.ts', 'src/durable-objects/*.ts')

/** Events that no person raises: time does, from states that people lead out of as well. */
const OF_TIME: Record<string, string[]> = {
  /** A day without an administrator's code. */
  booking: ['lapse'],
  /** A quarter of an hour without a payment; its buyer may cancel or pay. */
  order: ['expire'],
  /** The end of its period, and of its grace; its owner may renew or cancel. */
  subscription: ['lapse', 'expire'],
}

/** A declaration at the top of a file, with the names that it uses of its own file and of others. */
type Declared = { name: string; text: string; file: Source }

const TOP = /^(?=(?:export )?(?:default )?(?:async )?(?:const|let|function|class) \w)/m
const NAME = /^(?:export )?(?:default )?(?:async )?(?:const|let|function|class) (\w+)/

const files = new Map(sourcesOf('src/**/*.ts').map((file) => [file.path, file]))
const declared = new Map<string, Declared>()
for (const file of files.values())
  for (const text of file.text.split(TOP)) {
    const name = NAME.exec(text)?.[1]
    if (name) declared.set(`${file.path} ${name}`, { name, text, file })
  }

/** By the name that a file gives it, the declaration that it imports, or passes on as a registry does. */
function namesFrom(file: Source, verb: 'import' | 'export'): Map<string, string> {
  const found = new Map<string, string>()
  const statements = new RegExp(`^${verb} (?!type )(?:\\w+, )?\\{([^}]*)\\} from '([.#][^']+)'`, 'gm')
  for (const [, names = '', from] of file.text.matchAll(statements)) {
    const path = importsOf({ path: file.path, text: `import x from '${from}'` })[0]?.to ?? ''
    for (const [, name = '', as] of names.matchAll(/(?<!type )\b(\w+)(?: as (\w+))?\s*(?:,|$)/g))
      found.set(as ?? name, passedOn(path, name) ?? `${path} ${name}`)
  }
  return found
}

const passedOn = (path: string, name: string): string | undefined => {
  const file = files.get(path)
  return file && namesFrom(file, 'export').get(name)
}

/** Everything that people begin, and what that uses, declaration by declaration. */
function reached(): Declared[] {
  const seen = new Set(
    [...declared].filter(([, { file }]) => begun.some(({ path }) => path === file.path)).map(([key]) => key),
  )
  const imports = new Map<string, Map<string, string>>()
  for (const key of seen) {
    const at = declared.get(key)
    if (!at) continue
    const { file, text } = at
    const known = imports.get(file.path) ?? namesFrom(file, 'import')
    imports.set(file.path, known)
    for (const [word] of text.matchAll(/\b[A-Za-z_]\w*\b/g)) {
      const own = `${file.path} ${word}`
      if (declared.has(own)) seen.add(own)
      const other = known.get(word)
      if (other && declared.has(other)) seen.add(other)
    }
  }
  return [...seen].flatMap((key) => declared.get(key) ?? [])
}

const byPeople = reached()

const texts = byPeople.map(({ text, file }) => ({ text, whole: file.text }))

function stuck(machine: AnyMachine, events: Set<string>): string[] {
  const left = movesOf(machine, (event) => events.has(event)).filter(({ from, to }) => from !== to)
  const isOver = (state: string) => ENDS[machine.thing]?.includes(state)
  return Object.keys(machine.states).filter((state) => !isOver(state) && !left.some(({ from }) => from === state))
}

it('every thing that people begin is a part of the service', () => {
  expect(byPeople.length).toBeGreaterThan(1000)
  expect(byPeople.length).toBeLessThan(declared.size)
  expect(declared.has('src/domain/orders/orders/clock/move-due.ts moveDueOrder')).toBe(true)
  expect(byPeople.map(({ name }) => name)).not.toContain('moveDueOrder')
})

it('a state that nobody leads out of is found', () => {
  const order = machines.find(({ name }) => name === 'orderMachine')?.machine
  expect(order && stuck(order, new Set(['pay', 'cancelByStaff']))).toEqual([])
  expect(order && stuck(order, new Set(['pay', 'expire']))).toContain('OUT_FOR_DELIVERY')
})

it.each(machines)(
  'a person leads out of every state of $name but its ends, and time alone raises only what is listed',
  ({ name, machine }) => {
    const events = raised(name, machine.thing, texts)
    expect(stuck(machine, events)).toEqual([])
    expect(Object.keys(machine.events).filter((event) => !events.has(event))).toEqual(OF_TIME[machine.thing] ?? [])
  },
)
