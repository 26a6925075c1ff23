import { admissionHere, admitted, admittedBefore, type Hold, onceAdmitted } from './db/admission.ts'
import { admit } from './db/admit.ts'
import { connect, type Db } from './db/client.ts'
import { meterWork, newMeter } from './db/meter.ts'
import { type Actor, type Ctx, type Files, newSenders } from './domain/core/context.ts'
import type { Env } from './env.ts'
import { Defect } from './kernel/defect.ts'
import type { Facts } from './kernel/facts.ts'
import { platformIds } from './kernel/ids.ts'
import { factsHere, report } from './kernel/report.ts'
import type { Result } from './kernel/result.ts'
import { readSealKeys } from './kernel/seal.ts'
import { DAY_MS } from './kernel/time.ts'
import { backupsOf, edgeOf, filesOf } from './platform-files.ts'
import { newKeyCache } from './providers/pawapay.ts'
import { connectProviders, type Providers } from './providers/providers.ts'

/** Times of docs/growth.md, Sealed orders. */
const SEAL_AFTER = { end: 90 * DAY_MS, need: 7 * DAY_MS, month: 90 * DAY_MS }

/** The public keys of gateways that sign with one, for as long as this isolate lives. */
const keyCache = newKeyCache()

/** The caller, session and Idempotency-Key of a request, which go to a Durable Object beside the input, and facts for the lines of its log. */
export type Delegation = Pick<Ctx, 'caller' | 'keyUse'> & { facts?: Facts; hold?: Hold | undefined }

/** The bindings of the databases, each at the number of its shard. */
const SHARDS = ['DB'] as const
/** The shard of people, sessions and shops, and as long as there is one database of everything else. */
const DIRECTORY = 0

/** The database of a shard, which the ids of its things say (kernel/ids, docs/decisions/0018). @throws Defect for a shard that has none */
export function dbOf(env: Pick<Env, (typeof SHARDS)[number]>, shard: number): Db {
  const binding = SHARDS[shard]
  if (!binding) throw new Defect(`no database of shard ${shard}`)
  return connect(env[binding])
}

/** Runs what a request delegated: its first commit holds the session of that request too. */
export const asDelegated = <T>(env: Env, { hold }: Delegation, work: () => Promise<T>): Promise<T> =>
  hold ? admit(dbOf(env, DIRECTORY), [], hold).run(work) : work()

/** Joins the platform's bindings into the context of verbs, for the app, the cron jobs and the Durable Objects. */
export function contextOf(
  env: Env,
  later: (work: Promise<unknown>) => void,
  { caller, keyUse }: Delegation = { caller: { kind: 'guest' }, keyUse: undefined },
  cache?: CacheContext,
): Ctx {
  const now = Date.now()
  const ctx: Ctx = {
    db: dbOf(env, DIRECTORY),
    caller,
    keyUse,
    now,
    ids: platformIds(now, DIRECTORY),
    providers: providersOf(env),
    objects: {
      confirmApproval: async (admin, kind, input) =>
        answer(objectOf(env.APPROVAL_CONFIRM, admin.id).confirm(await delegate(ctx, admin), kind, input)),
      adjustStock: async (seller, variantId, input) =>
        answer(objectOf(env.VARIANT_STOCK, variantId).adjust(await delegate(ctx, seller), variantId, input)),
      chargeOnce: async (dedupKey, admin, input) =>
        answer(objectOf(env.PAYIN_WINDOW, dedupKey).charge(dedupKey, await delegate(ctx, admin), input)),
    },
    live: {
      wakes: 0,
      tell: async (userId, notes) => objectOf(env.PERSON_SOCKETS, userId).tell(userId, notes),
      open: async (userId, sessionId) => {
        const headers = { upgrade: 'websocket', 'x-user': userId, 'x-session': sessionId }
        const { webSocket } = await objectOf(env.PERSON_SOCKETS, userId).fetch('https://live', { headers })
        return new Response(null, { status: 101, webSocket })
      },
    },
    files: afterAdmission(filesOf(env)),
    backups: backupsOf(env),
    edge: edgeOf(cache),
    settings: {
      publicBaseUrl: env.PUBLIC_BASE_URL,
      codeSecret: env.CODE_SECRET,
      codeSecretPrevious: env.CODE_SECRET_PREVIOUS,
      jwtSecret: env.JWT_SECRET,
      jwtSecretPrevious: env.JWT_SECRET_PREVIOUS,
      passwordCost: env.MODE === 'test' ? 2 ** 8 : 2 ** 14,
      passwordRestMs: env.MODE === 'test' ? 1 : 20,
      sealKeys: readSealKeys(env.SEAL_KEYS),
      staffMfa: env.STAFF_MFA ?? 'required',
      webBaseUrl: env.WEB_BASE_URL,
      sms: {
        countries: env.SMS_COUNTRIES.split(',').map((code) => code.replace(/\D/g, '')),
        dailyMax: Number(env.SMS_DAILY_MAX),
      },
      mail: { dailyMax: Number(env.MAIL_DAILY_MAX ?? 20_000) },
      sealAfter: SEAL_AFTER,
      relyingParty: { id: env.PASSKEY_RP_ID, origins: env.ALLOWED_ORIGINS.split(',') },
    },
    senders: newSenders(),
    later: (work) => {
      // The request counts only the trips that its answer waits for.
      const done = meterWork(newMeter(), () => onceAdmitted(work))
      later(done.catch((error: unknown) => report('background work failed', {}, error)))
    },
  }
  return ctx
}

const connected = new WeakMap<Env, Providers>()

/** The adapters keep nothing of a request: one set serves the whole isolate. */
function providersOf(env: Env): Providers {
  const providers =
    connected.get(env) ??
    connectProviders(env, {
      keyCache,
      fetch: fetchOnceAdmitted,
      ...(env.PROVIDER_TIMEOUT_MS && { timeoutMs: Number(env.PROVIDER_TIMEOUT_MS) }),
    })
  connected.set(env, providers)
  return providers
}

/** Nobody outside is asked for a caller who is not admitted yet. */
const fetchOnceAdmitted: typeof fetch = async (...request) => {
  await admitted()
  return fetch(...request)
}

/** The files, untouched until the caller is admitted. */
const afterAdmission = (files: Files): Files =>
  Object.fromEntries(
    Object.entries(files).map(([name, act]) => [
      name,
      act &&
        (async (...input: unknown[]) => {
          await (name === 'remove' ? admittedBefore() : admitted())
          return (act as (...input: unknown[]) => unknown)(...input)
        }),
    ]),
  ) as Files

/** Hands a caller over, once admitted. */
async function delegate(ctx: Ctx, actor: Actor): Promise<Delegation> {
  await admitted()
  const hold = admissionHere()?.hold
  // Copies have no getters.
  return {
    caller: { kind: 'person', actor: { ...actor } },
    keyUse: ctx.keyUse,
    facts: factsHere(),
    hold: hold && { ...hold },
  }
}

/** An object beside the database. Its place is decided when it is first asked for, so every call says it. */
const objectOf = <T extends Rpc.DurableObjectBranded | undefined>(namespace: DurableObjectNamespace<T>, name: string) =>
  namespace.getByName(name, { locationHint: 'weur' })

/** The answer of a Durable Object: its type takes a tuple apart on the way out, the value itself arrives whole. */
const answer = async <T>(call: PromiseLike<unknown>) => (await call) as Result<T>
