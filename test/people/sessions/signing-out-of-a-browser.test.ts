import { describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { bearer, isSignedIn, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { browse, cookiesOf, enter, MINUTE } from '#testing/stories/people.ts'

const ACCESS = '__Host-access'
const REFRESH = '__Secure-refresh'

/** Somebody who signed in with a browser. */
async function atBrowser() {
  const { email } = await signUp()
  const cookies = cookiesOf(await browse('POST', '/auth/login/password', { body: { email, password: PASSWORD } }))
  return { email, access: cookies[ACCESS]?.pair ?? '', refresh: cookies[REFRESH]?.pair ?? '', cookies }
}
const refreshed = (cookie: string) => browse('POST', '/auth/refresh-token', { cookie })
const cleared = (response: Response) => {
  const cookies = cookiesOf(response)
  for (const name of [ACCESS, REFRESH]) {
    expect(cookies[name]?.value, name).toBe('')
    expect(cookies[name]?.attributes, name).toContain('Max-Age=0')
  }
}

describe('signing out of a browser', () => {
  it('sends the refresh cookie to all of /api/v1/auth, so that signing out can end its session', async () => {
    const { cookies } = await atBrowser()
    expect(cookies[REFRESH]?.attributes).toContain('Path=/api/v1/auth')
  })

  it('ends the session after the access cookie expired, by the refresh cookie alone', async () => {
    const { refresh } = await atBrowser()
    wait(20 * MINUTE)
    const out = await browse('POST', '/auth/logout', { cookie: refresh })
    expect(out.status).toBe(200)
    cleared(out)
    expect((await refreshed(refresh)).status).toBe(401)
  })

  it('ends it also with an access cookie that is no longer good beside it', async () => {
    const { access, refresh } = await atBrowser()
    wait(20 * MINUTE)
    expect((await browse('POST', '/auth/logout', { cookie: `${access}; ${refresh}` })).status).toBe(200)
    expect((await refreshed(refresh)).status).toBe(401)
  })

  it('ends it by the access cookie alone', async () => {
    const { access, refresh } = await atBrowser()
    const out = await browse('POST', '/auth/logout', { cookie: access })
    expect(out.status).toBe(200)
    cleared(out)
    expect((await refreshed(refresh)).status).toBe(401)
  })

  it('clears the refresh cookie on the path it was set on', async () => {
    const { refresh } = await atBrowser()
    const out = await browse('POST', '/auth/logout', { cookie: refresh })
    expect(cookiesOf(out)[REFRESH]?.attributes).toContain('Path=/api/v1/auth')
  })

  it('may be done twice, and by nobody', async () => {
    const { access, refresh } = await atBrowser()
    const cookie = `${access}; ${refresh}`
    for (let i = 0; i < 2; i++) {
      const out = await browse('POST', '/auth/logout', { cookie })
      expect(out.status).toBe(200)
      cleared(out)
    }
    const nobody = await browse('POST', '/auth/logout')
    expect(nobody.status).toBe(200)
    expect(await nobody.json()).toMatchObject({ data: { loggedOut: true } })
    cleared(nobody)
    expect((await browse('POST', '/auth/logout', { cookie: `${REFRESH}=nonsense` })).status).toBe(200)
  })

  it('is still refused to a page that is not ours', async () => {
    const { refresh } = await atBrowser()
    wait(20 * MINUTE)
    const evil = await browse('POST', '/auth/logout', { cookie: refresh, headers: { origin: 'https://evil.example' } })
    expect(evil.status).toBe(403)
    expect((await refreshed(refresh)).status).toBe(200)
  })
})

describe('signing out of the app', () => {
  it('ends the session by the refresh token in the body, when the access token expired', async () => {
    const { email } = await signUp()
    const { refreshToken } = (await enter(email)).data
    wait(20 * MINUTE)
    expect((await call(guest, 'POST', '/auth/logout', { refreshToken })).data).toMatchObject({ loggedOut: true })
    expect((await call(guest, 'POST', '/auth/refresh-token', { refreshToken })).status).toBe(401)
    expect((await call(guest, 'POST', '/auth/logout', { refreshToken })).status).toBe(200)
  })

  it('ends it by the access token, without a body, and may be repeated', async () => {
    const { email } = await signUp()
    const { accessToken, refreshToken } = (await enter(email)).data
    expect((await call(bearer(accessToken), 'POST', '/auth/logout')).status).toBe(200)
    expect(await isSignedIn(accessToken)).toBe(false)
    expect((await call(guest, 'POST', '/auth/refresh-token', { refreshToken })).status).toBe(401)
    expect((await call(bearer(accessToken), 'POST', '/auth/logout')).status).toBe(200)
  })

  it('ends no other session, and nobody else’s', async () => {
    const { email } = await signUp()
    const [one, other] = [(await enter(email)).data, (await enter(email)).data]
    expect((await call(guest, 'POST', '/auth/logout', { refreshToken: one.refreshToken })).status).toBe(200)
    expect(await isSignedIn(other.accessToken)).toBe(true)
    const [session, generation] = other.refreshToken.split('.')
    const forged = `${session}.${generation}.${'0'.repeat(64)}`
    expect((await call(guest, 'POST', '/auth/logout', { refreshToken: forged })).status).toBe(200)
    expect((await call(guest, 'POST', '/auth/logout', { refreshToken: 'x' })).status).toBeLessThan(401)
    expect(await isSignedIn(other.accessToken)).toBe(true)
  })
})
