import { fileURLToPath } from 'node:url'

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url).href)

/** The platform in memory in the place of Cloudflare's, for tests of the front door in plain Node. */
export const platformInNode: Record<string, string> = {
  'cloudflare:workers': at('workers.ts'),
  'cloudflare:test': at('testing.ts'),
  'altcha-lib/algorithms/web/pbkdf2': at('cheap-work.ts'),
  'altcha-lib/algorithms/pbkdf2': at('cheap-work.ts'),
}
