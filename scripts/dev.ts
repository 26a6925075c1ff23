/** `npm run dev`: runs the whole market on this machine. PORT and SANDBOX_PORT move it; dev.env lists the other settings. */
import { apiAddress, commandFor, readPorts, sandboxAddress, stateFolder } from './dev/environment.ts'
import { startServers } from './dev/servers.ts'
import { endAll, endAllOnSignal, isEnding } from './dev/wrangler.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from './seed/people.ts'

endAllOnSignal(0)
try {
  const ports = readPorts()
  const { ended } = await startServers(ports, (step) => console.log(`  ${step}…`), console.log)
  const accounts = DEMO_PEOPLE.map(({ email, role }) => `    ${email.padEnd(22)}${role}`)
  console.log(`
  Market   ${apiAddress(ports)}   its documents and the rest: /developpeurs
  Sandbox  ${sandboxAddress(ports)}   phones to approve, inbox with the codes
  Data     ${stateFolder(ports).padEnd(21)}   delete it to start from nothing

  Accounts, all with the password ${DEMO_PASSWORD}
${accounts.join('\n')}

  ${commandFor('demo', ports)} plays the whole story. Ctrl-C stops both.
`)
  throw new Error(`The ${await ended} stopped.`)
} catch (error) {
  if (!isEnding()) console.error(error instanceof Error ? error.message : error)
  await endAll()
  process.exitCode = 1
}
