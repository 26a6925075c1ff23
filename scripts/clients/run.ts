import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

type Options = { env?: Record<string, string>; input?: string }

/** Runs a command to its end and returns what it printed. @throws with all that it printed, if it fails */
export function run(command: string, args: string[], cwd: string, { env = {}, ...rest }: Options = {}): string {
  const options = { cwd, encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...process.env, ...env }, ...rest } as const
  const { status, stdout, stderr, error } = spawnSync(command, args, options)
  if (status === 0) return stdout
  throw new Error(`${command} ${args.slice(0, 8).join(' ')}: ${error?.message ?? ''}\n${stdout}${stderr}`)
}
