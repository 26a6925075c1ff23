import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { platformInNode } from './alias.ts'

/* Loaded before the tests (`node --import`): Node loads the service itself and finds the platform in memory. */
registerHooks({
  resolve(specifier, context, next) {
    const file = platformInNode[specifier]
    return file ? { url: pathToFileURL(file).href, shortCircuit: true } : next(specifier, context)
  },
})
