import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import type { Mutant } from './plan.ts'

const silent = () => {}
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => true,
  isErrorEnabled: () => true,
  isFatalEnabled: () => true,
  trace: silent,
  debug: silent,
  info: silent,
  warn: console.warn,
  error: console.error,
  fatal: console.error,
}

/** The files with every mutant of Stryker's behind a switch, and the list of these mutants; `Stryker disable` is heeded. */
export async function instrument(files: string[]): Promise<{ code: Map<string, string>; mutants: Mutant[] }> {
  const sources = await Promise.all(
    files.map(async (file) => ({ name: resolve(file), mutate: true, content: await readFile(file, 'utf8') })),
  )
  const result = await new Instrumenter(logger).instrument(sources, {
    plugins: null,
    ignorers: [],
    excludedMutations: [],
    noHeader: false,
  })
  const nameOf = new Map(files.map((file) => [resolve(file), file]))
  return {
    code: new Map(result.files.map(({ name, content }) => [name, content])),
    mutants: result.mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ id, fileName, location, mutatorName, replacement }) => ({
        id,
        file: nameOf.get(fileName) ?? fileName,
        line: location.start.line + 1,
        mutator: mutatorName,
        replacement: replacement ?? '',
      })),
  }
}
