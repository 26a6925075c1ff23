import { Buffer } from 'node:buffer'
import { Hono } from 'hono'
import * as z from 'zod'
import { decrypt, findBrowser, subscribe } from './browsers.ts'
import { withFaults } from './fault-injection.ts'
import type { RouteEnv, Sandbox } from './sandbox.ts'

/** A push as its service took it; `data` is null if no browser of ours can read it. */
type Taken = {
  service: 'WEB_PUSH' | 'FCM'
  address: string
  ttl: string
  topic: string | null
  urgency: string
  authorization: string
  body: string
  data: string | null
}

const COLUMNS = 'service, address, ttl, topic, urgency, authorization, body, data'

const store = (sandbox: Sandbox, push: Taken) =>
  sandbox.run(
    `INSERT INTO push (${COLUMNS}, sentAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[push.service, push.address, push.ttl, push.topic, push.urgency, push.authorization, push.body, push.data],
    Date.now(),
  )

const Message = z.object({
  message: z.object({
    token: z.string().min(1),
    data: z.record(z.string(), z.string()),
    notification: z.object({ title: z.string() }),
    android: z.object({ ttl: z.string().regex(/^\d+s$/), priority: z.string(), collapse_key: z.string().optional() }),
  }),
})

const refusedByFirebase = (status: number, errorCode: string) =>
  Response.json({ error: { code: status, status: errorCode, details: [{ errorCode }] } }, { status })

/** Plays the push services of browsers and Firebase. Endpoints and tokens that end in `gone` take nothing any more. */
export const pushes = new Hono<RouteEnv>()
  .post('/web-push/:host/*', async (c) => {
    const { sandbox } = c.env
    const [ttl, topic] = [c.req.header('ttl'), c.req.header('topic') ?? null]
    const authorization = c.req.header('authorization') ?? ''
    const body = new Uint8Array(await c.req.arrayBuffer())
    if (!ttl || !/^vapid t=.+, k=.+$/.test(authorization)) return c.text('TTL and VAPID are required', 401)
    if (c.req.header('content-encoding') !== 'aes128gcm' || body.length > 4096) return c.text('not aes128gcm', 400)
    if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) return c.text('Topic has 32 signs of base64url', 400)
    return withFaults(sandbox, 'WEB_PUSH', 'push', {
      act: async () => {
        const address = `https://${c.req.path.replace('/web-push/', '')}`
        if (address.endsWith('gone')) return c.body(null, 410)
        const browser = findBrowser(sandbox, address)
        const data = browser ? await decrypt(browser, body).catch(() => null) : null
        const urgency = c.req.header('urgency') ?? ''
        const text = Buffer.from(body).toString('base64')
        store(sandbox, { service: 'WEB_PUSH', address, ttl, topic, urgency, authorization, body: text, data })
        return c.body(null, 201)
      },
      serverError: () => c.text('Internal Server Error', 500),
      refused: (code) => c.body(null, code === '404' ? 404 : code === '429' ? 429 : 410),
    })
  })
  .post('/google/access-token', async (c) => {
    const { assertion } = await c.req.parseBody()
    if (typeof assertion !== 'string' || assertion.split('.').length !== 3)
      return c.json({ error: 'invalid_grant' }, 400)
    return c.json({ access_token: `sandbox.${crypto.randomUUID()}`, expires_in: 3599, token_type: 'Bearer' })
  })
  .post('/fcm/v1/projects/:project/:messages{messages:send}', async (c) => {
    const { sandbox } = c.env
    const authorization = c.req.header('authorization') ?? ''
    const sent = Message.safeParse(await c.req.json().catch(() => undefined))
    if (!authorization.startsWith('Bearer sandbox.')) return refusedByFirebase(401, 'THIRD_PARTY_AUTH_ERROR')
    if (!sent.success) return refusedByFirebase(400, 'INVALID_ARGUMENT')
    return withFaults(sandbox, 'FCM', 'push', {
      act: () => {
        const { token, data, android } = sent.data.message
        if (token.endsWith('gone')) return refusedByFirebase(404, 'UNREGISTERED')
        const { ttl, priority: urgency, collapse_key: topic = null } = android
        const text = JSON.stringify(data)
        store(sandbox, { service: 'FCM', address: token, ttl, topic, urgency, authorization, body: '', data: text })
        return c.json({ name: `projects/${c.req.param('project')}/messages/${crypto.randomUUID()}` })
      },
      serverError: () => refusedByFirebase(500, 'INTERNAL'),
      refused: (code) =>
        code === '429' ? refusedByFirebase(429, 'QUOTA_EXCEEDED') : refusedByFirebase(404, 'UNREGISTERED'),
    })
  })
  .post('/browsers', async (c) => c.json(await subscribe(c.env.sandbox), 201))
  .get('/browsers', (c) =>
    c.json(
      c.env.sandbox
        .rows<{ endpoint: string; p256dh: string; auth: string }>(
          'SELECT endpoint, p256dh, auth FROM browser ORDER BY rowid DESC LIMIT 30',
        )
        .map(({ endpoint, p256dh, auth }) => ({ kind: 'WEB_PUSH', endpoint, keys: { p256dh, auth } })),
    ),
  )
  .get('/pushes', (c) => {
    const { to } = c.req.query()
    const found = c.env.sandbox.rows<Taken & { sentAt: number }>(
      `SELECT ${COLUMNS}, sentAt FROM push WHERE address = coalesce(?, address) ORDER BY seq DESC LIMIT 200`,
      to ?? null,
    )
    return c.json(
      found.map(({ data, sentAt, ...push }) => ({
        ...push,
        data: data === null ? null : JSON.parse(data),
        sentAt: new Date(sentAt).toISOString(),
      })),
    )
  })
