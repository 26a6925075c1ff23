import { type Answer, ask, ORIGIN } from './door.ts'

/** A browser, which keeps cookies, or an application, which keeps tokens: either keeps what makes it a known device. */
export class Device {
  readonly #isWeb: boolean
  readonly #cookies = new Map<string, string>()
  #access: string | undefined
  #device: string | undefined
  refreshToken: string | undefined
  /** The address that it asks from: the carrier's, if none is named. It is null before the hour, when everybody is at home. */
  address: string | null | undefined

  constructor(isWeb: boolean, address?: string) {
    this.#isWeb = isWeb
    this.address = address
  }

  async send(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Answer> {
    const answer = await ask({ method, path, body, headers: { ...this.#headers(), ...more }, address: this.address })
    this.#keep(answer)
    return answer
  }

  /** Trades the refresh token: a browser sends its cookie. The answer may be lost on its way. */
  async refresh({ isLost = false } = {}): Promise<Answer> {
    const before = { token: this.refreshToken, cookies: new Map(this.#cookies) }
    const answer = await this.send('POST', '/auth/refresh-token', this.#isWeb ? {} : { refreshToken: before.token })
    if (!isLost) return answer
    this.refreshToken = before.token
    for (const [name, value] of before.cookies) this.#cookies.set(name, value)
    return answer
  }

  #headers(): Record<string, string> {
    if (!this.#isWeb)
      return {
        'x-client-type': 'mobile',
        'user-agent': 'Soko/1.0 (Android 13)',
        ...(this.#access && { authorization: `Bearer ${this.#access}` }),
        ...(this.#device && { 'x-device-token': this.#device }),
      }
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { origin: ORIGIN, 'user-agent': 'Mozilla/5.0 (Linux; Android 13)', ...(cookie && { cookie }) }
  }

  #keep({ data, headers }: Answer): void {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    this.#access = data?.accessToken ?? this.#access
    this.refreshToken = data?.refreshToken ?? this.refreshToken
    this.#device = data?.deviceToken ?? this.#device
  }

  /** The session goes, what makes the device known stays. */
  forgetSession(): void {
    this.#access = undefined
    this.refreshToken = undefined
  }
}
