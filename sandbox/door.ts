import { timingSafeEqual } from 'node:crypto'

type Door = {
  /** `password` if the internet reaches the sandbox: its page shows every code, and its controls let anybody pay. */
  DOOR?: string
  SANDBOX_PASSWORD?: string
}

/** Paths that the market calls at gateways, SMS, mail, push services and Google: they have secrets of their own, or need none in the real world either. */
const OPEN =
  /^\/(health|v2\/.*|api\/v1\/merchant\/.*|version1\/messaging|email\/send|google\/certs|turnstile\/v0\/siteverify|webhook\/\w+|web-push\/.*|fcm\/.*|google\/access-token)$/

/** Refuses callers without the password, if the sandbox has a door; undefined lets them in. */
export function refusalAt(request: Request, { DOOR, SANDBOX_PASSWORD = '' }: Door): Response | undefined {
  if (DOOR !== 'password' || OPEN.test(new URL(request.url).pathname)) return undefined
  if (SANDBOX_PASSWORD.length < 32) return new Response('SANDBOX_PASSWORD is missing or short.\n', { status: 503 })
  const wanted = Buffer.from(`Basic ${btoa(`sandbox:${SANDBOX_PASSWORD}`)}`)
  const given = Buffer.from(request.headers.get('authorization') ?? '')
  if (wanted.length === given.length && timingSafeEqual(wanted, given)) return undefined
  return new Response('The user is sandbox.\n', {
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="sandbox", charset="UTF-8"' },
  })
}
