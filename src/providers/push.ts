import type { DeviceKind } from '../kernel/push/endpoint.ts'
import type { Delivery } from './delivery.ts'
import { type HttpClient, httpClient } from './http-call.ts'

/** The address of a device. Whoever knows it can reach the device, so it is a secret. */
export type PushTarget = {
  kind: DeviceKind
  /** The endpoint at a push service, or the token at Firebase. */
  address: string
  /** The keys of a browser, base64url: its public key and its secret. */
  p256dh: string | null
  auth: string | null
}

export type Push = {
  to: PushTarget
  /** The payload: texts by name. */
  data: Record<string, string>
  /** The newest of one topic replaces the others on a phone that was off: at most 32 signs of base64url. */
  topic: string | undefined
  isUrgent: boolean
  /** The time in ms from which it is worth nothing. */
  expiresAt: number
}

/**
 * `gone`: the device takes no pushes any more. `late`: it was worth nothing any more, and was not sent. `isOfDevice`: the failure says
 * nothing about the service, because only this device has it.
 */
export type PushDelivery =
  | Exclude<Delivery, { kind: 'failed' }>
  | { kind: 'failed'; detail: string; isOfDevice?: boolean }
  | { kind: 'gone' }
  | { kind: 'late' }

/** A service of pushes. It never throws. */
export type PushService = { send(push: Push): Promise<PushDelivery> }

/** Services by kind of device: those whose key the environment has. */
export type PushServices = { WEB_PUSH?: PushService & { publicKey: string }; FCM?: PushService }

const TIMEOUT_MS = 5_000
const MOST_BYTES = 16_000

/** The client of a push service. A browser, thus anybody, names the address: its answer is short, or is not read to its end. */
export const pushClient = (config: Partial<HttpClient>): HttpClient =>
  httpClient({ ...config, timeoutMs: Math.min(config.timeoutMs ?? TIMEOUT_MS, TIMEOUT_MS), mostBytes: MOST_BYTES })

/** Whole seconds until a push expires: 0 if it has. */
export const secondsLeft = ({ expiresAt }: Push): number => Math.max(0, Math.floor((expiresAt - Date.now()) / 1000))
