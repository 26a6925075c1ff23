import { createServer } from 'node:net'

/** Refuses a port that is in use on either loopback address, and says which variable moves it. */
export async function requireFreePort(port: number, variable: string): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) {
    const code = await tryToListen(port, host)
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} is in use. Stop what runs there, or set ${variable} to another port.`)
    if (code === 'EACCES') throw new Error(`Port ${port} needs more rights. Set ${variable} to a port above 1023.`)
  }
}

/** A port that nothing uses just now, for wrangler's debugger. */
export const findFreePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Tries to listen and gives the code of the error. A machine without IPv6 answers EADDRNOTAVAIL for ::1, which is no reason to refuse. */
const tryToListen = (port: number, host: string) =>
  new Promise<string | undefined>((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
