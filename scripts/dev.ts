/** `npm run dev`: the whole market on this machine. PORT and SANDBOX_PORT move it; see dev.env for what else can be set. */
import { apiAddress, readPorts, sandboxAddress } from './dev/environment.ts'
import { startServers } from './dev/servers.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from './seed/people.ts'

try {
  const ports = readPorts()
  const servers = await startServers(ports, (step) => console.log(`  ${step}…`), console.log)
  const stop = async () => {
    await servers.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)

  const accounts = DEMO_PEOPLE.map(({ email, role }) => `    ${email.padEnd(22)}${role}`)
  console.log(`
  API      ${apiAddress(ports)}   documents at /docs
  Sandbox  ${sandboxAddress(ports)}   phones to approve, inbox with the codes

  Accounts, all with the password ${DEMO_PASSWORD}
${accounts.join('\n')}

  npm run demo plays the whole story. Ctrl-C stops both.
`)
  const name = await servers.ended
  await servers.stop()
  throw new Error(`The ${name} stopped.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
