import { fileURLToPath } from 'node:url'

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url).href)

/** The platform in memory in the place of Cloudflare's, for tests of the front door in plain Node. */
export const platformInNode = { 'cloudflare:workers': at('workers.ts'), 'cloudflare:test': at('testing.ts') }
