import { readFileSync } from 'node:fs'

/** A block of code with its source: the file, and the names of the declarations that it shows. */
const BLOCK = /^( *)```ts (\S+\.ts)((?: [A-Za-z]\w*)+)\n[\s\S]*?^\1```$/gm

/** The text of a document, with each such block as the code is now. */
export const fillExamples = (path: string): string =>
  readFileSync(path, 'utf8').replace(BLOCK, (_, indent: string, file: string, names: string) => {
    const text = readFileSync(file, 'utf8')
    const shown = names
      .trim()
      .split(' ')
      .map((name) => declarationOf(text, name) ?? missing(file, name))
    const lines = shown.join('\n\n').split('\n')
    const code = lines.map((line) => (line === '' ? '' : indent + line)).join('\n')
    return `${indent}\`\`\`ts ${file}${names}\n${code}\n${indent}\`\`\``
  })

/** A top-level declaration with the comment above it. */
function declarationOf(text: string, name: string): string | undefined {
  const parts = text.split(/\n(?=(?:\/\*\*|(?:export )?(?:const|type|async function|function) ))/)
  const at = parts.findIndex((part) =>
    new RegExp(`^(?:export )?(?:const|type|async function|function) ${name}\\b`).test(part),
  )
  if (at < 0) {
    const whole = parts.find((part) =>
      new RegExp(`^(?:export )?(?:const|type|async function|function) ${name}\\b`, 'm').test(part),
    )
    return whole?.trim()
  }
  const comment =
    parts[at - 1]?.startsWith('/**') && parts[at - 1]?.trimEnd().endsWith('*/') ? parts[at - 1] : undefined
  return [comment, parts[at]].filter(Boolean).join('\n').trim()
}

function missing(file: string, name: string): never {
  throw new Error(`${file} has no ${name}`)
}
