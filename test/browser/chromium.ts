import { existsSync } from 'node:fs'
import { type BrowserContext, chromium, type Page } from 'playwright-core'

const USUAL = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** Flags of a browser that asks the network for nothing of its own. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The Chromium of this machine; the variable CHROMIUM names another one. */
export function launchChromium() {
  const executablePath = process.env.CHROMIUM || USUAL.find((path) => existsSync(path))
  if (!executablePath)
    throw new Error('There is no Chromium: install it (apt-get install chromium), or set CHROMIUM to its path.')
  return chromium.launch({ executablePath, args: QUIET })
}

/** A device with a fingerprint reader that always knows its owner: what it makes and signs is Chromium's own work. */
export async function addFingerprintReader(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
