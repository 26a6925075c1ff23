import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { stateFolder } from '../../scripts/dev/environment.ts'
import { findFreePort } from '../../scripts/dev/ports.ts'
import { commandsOf } from '../../scripts/dev/servers.ts'
import { lockState } from '../../scripts/dev/state-lock.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})

/** Runs one of our scripts to its end. What it prints comes as lines, the empty ones left out. */
async function run(script: string, ports: { PORT: number; SANDBOX_PORT: number }) {
  const env = { ...process.env, PORT: String(ports.PORT), SANDBOX_PORT: String(ports.SANDBOX_PORT) }
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  undo.push(() => child.kill())
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const linesOf = async (stream: NodeJS.ReadableStream) =>
    (await text(stream)).split('\n').filter((line) => line.trim())
  const [status, out, err] = await Promise.all([ended, linesOf(child.stdout), linesOf(child.stderr)])
  return { status, out, err }
}

/** Something that listens on a port: the port. */
async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  undo.push(() => server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
const nothing: RequestListener = (_, answer) => answer.writeHead(404).end()

describe('npm run dev', () => {
  it('refuses the same port twice, in one line', async () => {
    const { status, err } = await run('scripts/dev.ts', { PORT: 9001, SANDBOX_PORT: 9001 })
    expect(status).toBe(1)
    expect(err).toEqual(['PORT and SANDBOX_PORT are both 9001: set one of them to another port.'])
  })

  it('refuses a port that something else uses, in one line', async () => {
    const taken = await listen(nothing)
    const free = await findFreePort()
    const api = await run('scripts/dev.ts', { PORT: taken, SANDBOX_PORT: free })
    expect(api).toEqual({
      status: 1,
      out: [],
      err: [`Port ${taken} is in use. Stop what runs there, or set PORT to another port.`],
    })
    const sandbox = await run('scripts/dev.ts', { PORT: free, SANDBOX_PORT: taken })
    expect(sandbox.err).toEqual([`Port ${taken} is in use. Stop what runs there, or set SANDBOX_PORT to another port.`])
  })

  it('serves under its own address, not under the domain that is routed: the office is a page of this origin', () => {
    const flags = commandsOf({ api: 9000, sandbox: 9001 }).api.join(' ')
    expect(flags).toContain('--local-upstream localhost:9000 --upstream-protocol http')
  })

  it('refuses data that another server has open but does not serve yet, in one line', async () => {
    const ports = { api: await findFreePort(), sandbox: await findFreePort() }
    const state = stateFolder(ports)
    const unlock = lockState(state)
    undo.push(unlock, () => rmSync(state, { recursive: true }))
    const { status, err } = await run('scripts/dev.ts', { PORT: ports.api, SANDBOX_PORT: ports.sandbox })
    expect(status).toBe(1)
    expect(err).toEqual([
      `Another server with PORT=${ports.api} is starting or stopping. Wait for it, or set PORT to another port.`,
    ])
  })

  it('keeps nothing where a server on another port, or its own other half, keeps something', () => {
    const first = commandsOf({ api: 8787, sandbox: 8788 })
    const second = commandsOf({ api: 9000, sandbox: 9001 })
    const stateOf = (args: string[]) => args[args.indexOf('--persist-to') + 1]
    expect(stateOf(first.migrate)).toBe(stateOf(first.api))
    expect(stateOf(second.migrate)).toBe(stateOf(second.api))
    const folders = [first.api, first.sandbox, second.api, second.sandbox].map(stateOf)
    expect(folders).toEqual([
      '.wrangler/state',
      '.wrangler/state/sandbox',
      '.wrangler/state-9000',
      '.wrangler/state-9000/sandbox',
    ])
  })
})

describe('npm run demo', () => {
  const healthy: RequestListener = (_, answer) => answer.writeHead(200).end('{}')

  it('refuses a sandbox that is not the one of the running server', async () => {
    const api = await listen(healthy)
    const others = await listen((_, answer) => answer.end(JSON.stringify({ market: 'http://localhost:8787' })))
    for (const sandbox of [others, await findFreePort()]) {
      const { status, err } = await run('scripts/demo.ts', { PORT: api, SANDBOX_PORT: sandbox })
      expect(status).toBe(1)
      expect(err).toEqual([
        expect.stringContaining(
          `A server runs on port ${api}, but its sandbox is not on port ${sandbox}. Set SANDBOX_PORT as npm run dev has it.`,
        ),
      ])
    }
  })

  it('refuses a port that something else uses, in one line', async () => {
    const taken = await listen(nothing)
    const { status, err } = await run('scripts/demo.ts', { PORT: taken, SANDBOX_PORT: await findFreePort() })
    expect(status).toBe(1)
    expect(err).toEqual([expect.stringContaining(`Port ${taken} is in use.`)])
  })
})
