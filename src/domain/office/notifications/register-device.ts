import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { dayQuota, withinDay } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireLiveSession } from '#domain/core/owner/proof.ts'
import { fail, invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { DEVICES_A_DAY, MOST_DEVICES } from '#kernel/limits.ts'
import { DEVICE_KINDS, isPushEndpoint } from '#kernel/push/endpoint.ts'
import { selectDevices } from './queries.ts'
import { viewDevice } from './view.ts'

const NO_ENDPOINT = "Cette adresse n'est pas celle d'un service de notifications."
/** So many bytes in base64url. */
const bytes = (count: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((count * 4) / 3)}}={0,2}$`), `${count} octets en base64url.`)

export const RegisterDevice = z
  .strictObject({
    kind: z.enum(DEVICE_KINDS),
    endpoint: z
      .string()
      .max(1000)
      .regex(/^https:\/\/\S+$/, NO_ENDPOINT)
      .optional(),
    keys: z.strictObject({ p256dh: bytes(65), auth: bytes(16) }).optional(),
    token: z
      .string()
      .regex(/^[\w:-]{20,1000}$/, 'Un jeton de Firebase.')
      .optional(),
    deviceName: f.line(0, 60).optional(),
  })
  .meta(f.oneOf('endpoint', 'token'))
type RegisterDevice = z.output<typeof RegisterDevice>

/**
 * Registers a browser or an app of the present session for pushes (docs/conventions.md, Pushes). An address that is known already is
 * renewed; if another person had it, it is theirs no more: one phone, one owner. Past ten the oldest goes.
 * @throws 400 for an address that is of no push service; 401 if the session ends meanwhile; 429
 */
export async function registerDevice(ctx: Ctx, input: RegisterDevice) {
  const { id: userId, sessionId } = actorOf(ctx)
  const { address, p256dh, auth } = targetOf(input)
  const [id, deviceName] = [ctx.ids.v7(), input.deviceName || null]
  const [[device]] = await commit(
    ctx,
    [
      requireLiveSession(ctx),
      ...withinDay(ctx, dayQuota(ctx, 'devices', DEVICES_A_DAY)),
      ctx.db.run(sql`DELETE FROM push_devices WHERE address = ${address} AND user_id <> ${userId}`),
      ctx.db.run(sql`
        INSERT INTO push_devices (id, user_id, session_id, kind, address, p256dh, auth, device_name, created_at)
        VALUES (${id}, ${userId}, ${sessionId}, ${input.kind}, ${address}, ${p256dh}, ${auth}, ${deviceName}, ${ctx.now})
        ON CONFLICT (address) DO UPDATE SET session_id = excluded.session_id, kind = excluded.kind, p256dh = excluded.p256dh,
          auth = excluded.auth, device_name = excluded.device_name`),
      ctx.db.run(sql`
        DELETE FROM push_devices WHERE id IN (
          SELECT v.id FROM push_devices v WHERE v.user_id = ${userId} AND v.address <> ${address}
          ORDER BY v.created_at DESC, v.id DESC LIMIT -1 OFFSET ${MOST_DEVICES - 1})`),
    ],
    selectDevices(ctx, sql`push_devices.address = ${address}`),
  )
  return viewDevice(ctx, device ?? fail('UNAUTHORIZED', 'TOKEN_EXPIRED'))
}

function targetOf({ kind, endpoint, keys, token }: RegisterDevice) {
  if (kind === 'FCM') {
    if (endpoint !== undefined) invalid('endpoint', "Une application a un jeton, pas d'adresse de navigateur.")
    if (keys !== undefined) invalid('keys', 'Une application a un jeton, pas de clés.')
    return { address: token ?? invalid('token', 'Ce champ est obligatoire.'), p256dh: null, auth: null }
  }
  if (token !== undefined) invalid('token', 'Un navigateur a une adresse et des clés, pas de jeton.')
  if (endpoint === undefined) invalid('endpoint', 'Ce champ est obligatoire.')
  if (keys === undefined) invalid('keys', 'Ce champ est obligatoire.')
  if (!isPushEndpoint(endpoint)) invalid('endpoint', NO_ENDPOINT)
  return { address: endpoint, ...keys }
}
