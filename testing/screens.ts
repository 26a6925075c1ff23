import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { isShared } from '#http/cache.ts'
import { type Caller, call } from './api.ts'

/** One request of a screen: its compressed body, its trips to D1, and whether the phone's own city answers it. */
type Ask = { bytes: number; trips: number; isNear: boolean; isRead: boolean }
export type Screen = { name: string; asks: Ask[] }

/** Ways of a request, in ms, median of a warm connection: from the phone to Cloudflare, and from there to the database's region. */
const PLACES = {
  Kinshasa: { near: 60, far: 120 },
  Bukavu: { near: 70, far: 145 },
  Kigali: { near: 40, far: 145 },
} as const
/** A trip to D1 within its region, and the work of the Worker, in ms. */
const [TRIP_MS, WORK_MS] = [8, 5]

export type Place = keyof typeof PLACES
export const places = Object.keys(PLACES) as Place[]

/** Time until a screen has all that it shows: its requests leave together. The gateway's own time is not in it. */
export const msOf = ({ asks }: Screen, place: Place): number => {
  const { near, far } = PLACES[place]
  return Math.max(...asks.map(({ trips, isNear }) => near + WORK_MS + (isNear ? 0 : far + trips * TRIP_MS)))
}

export const bytesOf = ({ asks }: Screen): number => asks.reduce((sum, { bytes }) => sum + bytes, 0)

/** The screens that a person opened, in their order, and what each asked for. */
export class Phone {
  readonly screens: Screen[] = []
  as: Caller = null
  /** The token of the device, which it got when it joined. */
  device: string | undefined

  /** Opens a screen: what follows is asked for it. */
  open(name: string): void {
    this.screens.push({ name, asks: [] })
  }

  async ask(method: string, path: string, body?: unknown) {
    const answer = await call(this.as, method, path, body, this.device ? { 'x-device-token': this.device } : {})
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.error)}`).toBeLessThan(300)
    this.screens.at(-1)?.asks.push({
      bytes: gzipSync(JSON.stringify(answer.body)).byteLength,
      trips: Number(answer.headers.get('x-d1-round-trips')),
      isNear: isShared(answer.headers),
      isRead: method === 'GET',
    })
    return answer.data
  }
}
