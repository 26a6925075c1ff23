import { createServer } from 'node:http'
import { findFreePort } from '../../scripts/dev/ports.ts'

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
