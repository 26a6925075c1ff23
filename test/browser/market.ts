import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle, startWorker } from '../../proof/running/worker.ts'
import { readVariables } from '../../scripts/dev/environment.ts'
import { findFreePort } from '../../scripts/dev/ports.ts'

export type Market = Awaited<ReturnType<typeof startMarket>>

/** The market and the sandbox in workerd, on free ports of `localhost` and with a database of their own. */
export async function startMarket() {
  const dir = mkdtempSync(join(tmpdir(), 'soko-browser-'))
  const ports = { api: await findFreePort(), sandbox: await findFreePort() }
  const api = `http://localhost:${ports.api}`
  const sandbox = `http://localhost:${ports.sandbox}`
  const read = readVariables(ports)
  const outside = (name: string) => /_(BASE_URL|JWKS_URL)$/.test(name) && !/^(PUBLIC|WEB)_/.test(name)
  const variables = Object.fromEntries(
    Object.entries(read).map(([name, value]) => [
      name,
      // workerd finds this machine by its number only; what the browser compares keeps its name.
      outside(name) ? value.replaceAll('//localhost', '//127.0.0.1') : value,
    ]),
  )
  const stateDir = `${dir}/market`
  mkdirSync(stateDir, { recursive: true })
  const [market, world] = await Promise.all([
    bundle('src/index.ts', `${dir}/market.mjs`).then((script) =>
      startWorker({ configPath: 'wrangler.toml', script, port: ports.api, stateDir, variables }),
    ),
    bundle('sandbox/index.ts', `${dir}/sandbox.mjs`).then((script) =>
      startWorker({
        configPath: 'sandbox/wrangler.toml',
        script,
        port: ports.sandbox,
        stateDir: `${dir}/sandbox`,
        variables: { MARKET_BASE_URL: api },
      }),
    ),
  ])
  await market.ask({ prepare: 'market' })
  return {
    api,
    sandbox,
    end: async () => {
      await Promise.allSettled([market.end(), world.end()])
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function ask(method: string, address: string, body?: unknown) {
  const answer = await fetch(address, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Somebody who made an account and typed the code of the mail. */
export async function newPerson({ api, sandbox }: Market) {
  const email = 'aline@test.example'
  const password = 'Un-long-mot-2026'
  await ask('POST', `${api}/api/v1/auth/create-account`, { name: 'Aline', email, password, role: 'BUYER' })
  for (let tries = 0; tries < 200; tries++) {
    const { messages } = (await ask('GET', `${sandbox}/inbox?to=${email}`)) as { messages: { code: string | null }[] }
    const code = messages.find((message) => message.code)?.code
    if (code) {
      await ask('POST', `${api}/api/v1/auth/verify-email`, { email, code })
      return { email, password }
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no code came for ${email}`)
}

/** A page of somebody else's, by `localhost` (the same site to a browser, another origin) and by `127.0.0.1` (another site). */
export async function startStranger() {
  const server = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Un autre site</title>')
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    sameSite: `http://localhost:${port}/`,
    otherSite: `http://127.0.0.1:${port}/`,
    end: () => new Promise((resolve) => server.close(resolve)),
  }
}
