declare namespace Cloudflare {
  interface Env extends Omit<import('#src/env.ts').Env, never> {
    TEST_SCHEMA?: string[]
  }
  interface GlobalProps {
    mainModule: typeof import('#src/index.ts')
  }
}
