import {
  type Checker,
  type Symbol as Property,
  SignatureKind,
  SymbolFlags,
  type Type,
  TypeFlags,
  type TypeReference,
} from 'typescript/unstable/sync'

/** Types that every browser and Node.js know by name. */
const GLOBALS = ['Blob', 'File']
const UNWRITABLE = TypeFlags.Any | TypeFlags.Never | TypeFlags.TypeParameter
const WORDS = TypeFlags.String | TypeFlags.Number | TypeFlags.Boolean | TypeFlags.Null | TypeFlags.Undefined

/** Writes types out in full, so that nobody needs the types from which they were made. */
export class Shapes {
  private readonly checker: Checker
  private readonly nameOf: (fields: string[]) => string | undefined
  private readonly written = new Map<number, string>()
  /** The forms that the objects of each name have, with the number of times that each was met. */
  private readonly forms = new Map<string, Map<string, number>>()

  /** @param nameOf a name for an object with these fields, if it has one */
  constructor(checker: Checker, nameOf: (fields: string[]) => string | undefined) {
    this.checker = checker
    this.nameOf = nameOf
  }

  /** Writes a type in one line. @param at the place of the type, for the error if it cannot be written */
  write(type: Type, at: string): string {
    const text = this.written.get(type.id) ?? this.inFull(type, at)
    this.written.set(type.id, text)
    return text
  }

  /** The full text of each name; of two forms with one name, the form that was met more often. */
  named(): Map<string, string> {
    const most = (forms: Map<string, number>) => [...forms].sort(([, a], [, b]) => b - a)[0]?.[0] ?? ''
    return new Map([...this.forms].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, forms]) => [name, most(forms)]))
  }

  private inFull(type: Type, at: string): string {
    if (type.flags & UNWRITABLE) throw new Error(`${at} has no type of its own: ${this.checker.typeToString(type)}`)
    if (type.flags & TypeFlags.Unknown) return 'unknown'
    if (type.flags & WORDS) return this.checker.typeToString(type)
    if (type.isStringLiteralType()) return JSON.stringify(type.value)
    if (type.isLiteralType()) return String(type.value)
    if (type.isUnionType()) return this.union(type.getTypes(), at)
    if (type.isObjectType() || type.isIntersectionType()) return this.object(type, at)
    throw new Error(`${at} cannot be written: ${this.checker.typeToString(type)}`)
  }

  private union(types: readonly Type[], at: string): string {
    const words = new Set(types.map((each) => this.write(each, at)))
    if (words.has('true') && words.has('false')) {
      words.delete('true')
      words.delete('false')
      words.add('boolean')
    }
    const missing = ['null', 'undefined'].filter((word) => words.delete(word))
    return [...words, ...missing].join(' | ')
  }

  private object(type: Type, at: string): string {
    const name = type.getSymbol()?.name
    if (name && GLOBALS.includes(name)) return name
    if (this.checker.isArrayType(type)) return this.list(type as TypeReference, at)
    const isCallable = this.checker.getSignaturesOfType(type, SignatureKind.Call).length > 0
    if (isCallable) throw new Error(`${at} is a function`)
    const fields = this.checker.getPropertiesOfType(type)
    const lines = fields.map((field) => {
      const inside = `${at}.${field.name}`
      const mark = field.flags & SymbolFlags.Optional ? '?' : ''
      return `${key(field.name)}${mark}: ${this.write(typeOf(this.checker, field, inside), inside)}`
    })
    const others = this.checker
      .getIndexInfosOfType(type)
      .map(({ keyType, valueType }) => `[key: ${this.write(keyType, at)}]: ${this.write(valueType, `${at}[key]`)}`)
    const all = [...lines, ...others]
    const text = all.length > 0 ? `{ ${all.join('; ')} }` : '{}'
    this.count(
      fields.map((field) => field.name),
      text,
    )
    return text
  }

  private list(type: TypeReference, at: string): string {
    const [item] = this.checker.getTypeArguments(type)
    if (!item) throw new Error(`${at} is a list of nothing`)
    const text = this.write(item, `${at}[]`)
    return item.isUnionType() && text !== 'boolean' ? `(${text})[]` : `${text}[]`
  }

  private count(fields: string[], text: string): void {
    const name = this.nameOf(fields)
    if (!name) return
    const forms = this.forms.get(name) ?? new Map<string, number>()
    this.forms.set(name, forms.set(text, (forms.get(text) ?? 0) + 1))
  }
}

/** Replaces every object that has a name by its name. An object ends at its closing brace, so no part of an object is replaced. */
export function nameThem(text: string, named: Map<string, string>): string {
  const longestFirst = [...named].sort(([, a], [, b]) => b.length - a.length)
  return longestFirst.reduce((so, [name, full]) => so.replaceAll(full, name), text)
}

export function typeOf(checker: Checker, symbol: Property, at: string): Type {
  const type = checker.getTypeOfSymbol(symbol)
  if (!type) throw new Error(`${at} has no type`)
  return type
}

export const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))
