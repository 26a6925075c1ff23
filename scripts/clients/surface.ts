import { type Checker, type Symbol as Property, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync'
import { key, type Shapes, typeOf } from './shapes.ts'

/** Writes the surface of the client: groups of operations, their paths, and the client's own functions. */
export class Surface {
  private readonly checker: Checker
  private readonly shapes: Shapes
  private readonly describe: (method: string, parts: string[]) => string

  /** @param describe one line on the operation of this method at `client.a.b`, `['a', 'b']` */
  constructor(checker: Checker, shapes: Shapes, describe: (method: string, parts: string[]) => string) {
    this.checker = checker
    this.shapes = shapes
    this.describe = describe
  }

  /** The members of `Client`, in braces. */
  write(client: Type): string {
    const members = this.checker.getPropertiesOfType(client).map((symbol) => {
      const type = typeOf(this.checker, symbol, symbol.name)
      const isFunction = this.checker.getSignaturesOfType(type, SignatureKind.Call).length > 0
      return isFunction ? this.ownFunction(symbol, type) : `${key(symbol.name)}: ${this.group(type, [symbol.name])}`
    })
    return block(members)
  }

  private group(type: Type, parts: string[]): string {
    const children = this.checker.getPropertiesOfType(type)
    const isAddress = children.some(({ name }) => name === '$url')
    const members = children
      .filter(({ name }) => name !== '$url' && name !== '$path')
      .map((symbol) => {
        const at = [...parts, symbol.name].join('.')
        const own = typeOf(this.checker, symbol, at)
        if (!symbol.name.startsWith('$')) return `${key(symbol.name)}: ${this.group(own, [...parts, symbol.name])}`
        return this.operation(symbol, own, parts)
      })
    return isAddress ? `Endpoint & ${block(members)}` : block(members)
  }

  private operation(symbol: Property, type: Type, parts: string[]): string {
    const at = [...parts, symbol.name].join('.')
    const { parameters, answer } = this.signatureOf(type, at)
    const [args] = parameters
    if (!args) throw new Error(`${at} takes nothing`)
    const mark = this.mayBeLeftOut(args.type) ? '?' : ''
    const input = this.shapes.write(this.checker.getNonNullableType(args.type) ?? args.type, `${at} takes`)
    const comment = `/** ${this.describe(symbol.name.slice(1).toUpperCase(), parts)} */`
    return `${comment}\n${symbol.name}(args${mark}: ${input}, options?: CallOptions): Promise<${this.reply(answer, at)}>`
  }

  /** Writes `ClientResponse<{ success: true; data: D }, Status, Format>` as `Reply<D>`, and an answer that is no JSON as `Response`. */
  private reply(answer: Type, at: string): string {
    const answers = answer.isUnionType() ? answer.getTypes() : [answer]
    const data = answers.flatMap((each) => {
      const [body, , format] = this.argumentsOf(each, at)
      if (!body || !format || this.checker.typeToString(format) !== '"json"') return []
      const symbol = this.checker.getPropertyOfType(body, 'data')
      if (!symbol) throw new Error(`${at} answers no data`)
      return [this.shapes.write(typeOf(this.checker, symbol, at), at)]
    })
    return data.length > 0 ? `Reply<${[...new Set(data)].join(' | ')}>` : 'Response'
  }

  private ownFunction(symbol: Property, type: Type): string {
    const { parameters, answer } = this.signatureOf(type, symbol.name)
    const inputs = parameters.map(
      ({ name, type: own }) => `${name}: ${this.shapes.write(own, `${symbol.name} ${name}`)}`,
    )
    const comment = `/** ${symbol.getDocumentationComment(this.checker).replaceAll('\n', ' ')} */`
    const isNothing = this.checker.typeToString(answer) === 'void'
    const output = isNothing ? 'void' : this.shapes.write(answer, symbol.name)
    return `${comment}\n${symbol.name}(${inputs.join(', ')}): Promise<${output}>`
  }

  /** The parameters of a function, and the type that its promise gives. */
  private signatureOf(type: Type, at: string) {
    const [signature] = this.checker.getSignaturesOfType(type, SignatureKind.Call)
    const promise = signature && this.checker.getReturnTypeOfSignature(signature)
    const [answer] = promise ? this.argumentsOf(promise, at) : []
    if (!signature || !answer) throw new Error(`${at} is no function that promises something`)
    const parameters = signature
      .getParameters()
      .map((symbol) => ({ name: symbol.name, type: typeOf(this.checker, symbol, `${at} ${symbol.name}`) }))
    return { parameters, answer }
  }

  /** The type arguments of a generic. For any other type the compiler's server would crash, so that throws here. */
  private argumentsOf(type: Type, at: string): readonly Type[] {
    if (!type.isTypeReference()) throw new Error(`${at} is no generic: ${this.checker.typeToString(type)}`)
    return this.checker.getTypeArguments(type)
  }

  private mayBeLeftOut(type: Type): boolean {
    return type.isUnionType() && type.getTypes().some(({ flags }) => flags & TypeFlags.Undefined)
  }
}

const block = (members: string[]) => `{\n${members.join('\n')}\n}`
