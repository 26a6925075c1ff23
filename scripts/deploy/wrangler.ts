import { spawn } from 'node:child_process'
import { finish, readLines, startNode } from '../dev/wrangler.ts'
import type { Wrangler } from './steps.ts'

const WRANGLER = 'node_modules/wrangler/bin/wrangler.js'

/** Wrangler for the account that is signed in, or that CLOUDFLARE_API_TOKEN opens. */
export const wranglerOfAccount: Wrangler = {
  async ask(...args) {
    const child = startNode([WRANGLER, ...args])
    const printed: string[] = []
    readLines(child, (line) => printed.push(line))
    try {
      await finish(child, 'wrangler')
      return { printed: printed.join('\n') }
    } catch {
      return {
        failed: printed.find((line) => line.includes('ERROR'))?.replace(/^.*\[?ERROR\]?\s*/, '') ?? 'wrangler failed',
      }
    }
  },
  run: (...args) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [WRANGLER, ...args], { stdio: 'inherit' })
      child.once('error', reject)
      child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`wrangler ${args.join(' ')} failed`))))
    }),
}
