import { expect, it } from 'vitest'
import { refusalAt } from '../../sandbox/door.ts'

const PASSWORD = 'a-password-of-staging-0123456789abcdef'
const DEPLOYED = { DOOR: 'password', SANDBOX_PASSWORD: PASSWORD }
const basic = (user: string, password: string) => ({ authorization: `Basic ${btoa(`${user}:${password}`)}` })
const at = (path: string, headers: Record<string, string> = {}) =>
  new Request(`https://sandbox.staging.soko.example${path}`, { headers })

const FOR_PEOPLE = [
  ...['/', '/inbox', '/inbox?to=a@b.c', '/phones', '/movements', '/callbacks', '/faults', '/account', '/market'],
  ...['/reset', '/google/token', '/phones/243810000000/approve', '/movements/1/sign-callback', '/annuler'],
  ...['//v2/x', '/V2/deposits', '/v2', '/inbox/../inbox', '/email/send/x', '/healthy', '/api/v1/merchants', '/nowhere'],
]
const FOR_THE_MARKET = [
  ...['/health', '/v2/deposits', '/v2/payouts/1', '/v2/public-key/http', '/api/v1/merchant/payin'],
  ...['/version1/messaging', '/email/send', '/google/certs', '/turnstile/v0/siteverify'],
]

it('a sandbox on the internet shows its inbox and its controls to whoever knows the password', () => {
  for (const path of FOR_PEOPLE) {
    for (const headers of [{}, basic('sandbox', 'wrong'), basic('admin', PASSWORD), { authorization: PASSWORD }]) {
      const refusal = refusalAt(at(path, headers as Record<string, string>), DEPLOYED)
      expect(refusal?.status, path).toBe(401)
      expect(refusal?.headers.get('www-authenticate')).toContain('Basic')
    }
    expect(refusalAt(at(path, basic('sandbox', PASSWORD)), DEPLOYED), path).toBeUndefined()
  }
})

it('the market reaches what it calls, which has keys of its own', () => {
  for (const path of FOR_THE_MARKET) expect(refusalAt(at(path), DEPLOYED), path).toBeUndefined()
})

it('one without a password lets nobody in, and one on this machine has no door', () => {
  for (const SANDBOX_PASSWORD of [undefined, '', 'short'])
    expect(
      refusalAt(at('/inbox', basic('sandbox', SANDBOX_PASSWORD ?? '')), {
        DOOR: 'password',
        SANDBOX_PASSWORD,
      } as object)?.status,
    ).toBe(503)
  expect(refusalAt(at('/inbox'), {})).toBeUndefined()
})
