import { describe, expect, it } from 'vitest'
import { signUp } from '#testing/fixtures/people.ts'
import { faults } from '#testing/stories/office.ts'
import { addDevice, devicesOf, newBrowser } from '#testing/stories/pushes.ts'

// Rule 8.5.4: hosts of push services only (400). The service sends to these addresses by itself, so an address that leads anywhere else would have
// it ask for whoever wrote it.
//
// Silent: which hosts those are. Those that browsers have today are taken as good; ports, names and passwords are not.

const { keys } = newBrowser()
const TAIL = '/wpush/v2/gAAAAABk0123456789'

describe('an address of a push service', () => {
  it.each([
    ['Chrome', 'https://fcm.googleapis.com/fcm/send/dXJsOnNhZmU:APA91bExample'],
    ['Firefox', `https://updates.push.services.mozilla.com${TAIL}`],
    ['Safari', 'https://web.push.apple.com/QGLu1-example'],
    ['Edge', 'https://wns2-par02p.notify.windows.com/w/?token=BQYAAABexample%3d'],
  ])('8.5.4 is taken: %s', async (_, endpoint) => {
    expect((await addDevice(await signUp(), { endpoint, keys })).status).toBe(201)
  })
})

describe('an address that is none', () => {
  it.each([
    ['without encryption', `http://updates.push.services.mozilla.com${TAIL}`],
    ['of a file', 'file:///etc/passwd'],
    ['of data', 'data:text/plain,fcm.googleapis.com'],
    ['of a script', 'javascript:fetch("https://fcm.googleapis.com/")'],
    ['without a scheme', '//fcm.googleapis.com/fcm/send/a'],
    ['of a path', '/fcm/send/a'],
    ['that is none', 'pas une adresse'],
    ['that is empty', ''],
    ['of anybody', 'https://evil.test/fcm/send/a'],
    ['of this machine', 'https://localhost/fcm/send/a'],
    ['of this machine, as a number', 'https://2130706433/fcm/send/a'],
    ['of this machine, in hexadecimal', 'https://0x7f.1/fcm/send/a'],
    ['of this machine, in octal', 'https://0177.0.0.1/fcm/send/a'],
    ['of this machine, in IPv6', 'https://[::1]/fcm/send/a'],
    ['of this machine, as IPv4 in IPv6', 'https://[::ffff:127.0.0.1]/fcm/send/a'],
    ['of a cloud’s own data', 'https://169.254.169.254/latest/meta-data'],
    ['of a network at home', 'https://192.168.1.1/fcm/send/a'],
    ['of the service itself', 'https://soko.test/api/v1/platform/health'],
    ['whose end is another', 'https://fcm.googleapis.com.evil.test/fcm/send/a'],
    ['whose beginning is another', 'https://evilfcm.googleapis.com/fcm/send/a'],
    ['whose end only looks alike', 'https://evilpush.apple.com/QGLu1'],
    ['whose end only looks alike, of windows', 'https://evilnotify.windows.com/w/?token=a'],
    ['of another service of the same company', 'https://storage.googleapis.com/fcm/send/a'],
    ['of all services of that company', 'https://googleapis.com/fcm/send/a'],
    ['with the host as a name', 'https://fcm.googleapis.com@evil.test/fcm/send/a'],
    ['with the host as a name and a password', 'https://fcm.googleapis.com:443@evil.test/fcm/send/a'],
    ['with a name', 'https://user@fcm.googleapis.com/fcm/send/a'],
    ['with a name and a password', 'https://user:secret@fcm.googleapis.com/fcm/send/a'],
    ['with another port', 'https://fcm.googleapis.com:8443/fcm/send/a'],
    ['with the host as a path', 'https://evil.test/fcm.googleapis.com/send'],
    ['with the host as a question', 'https://evil.test/?fcm.googleapis.com'],
    ['with the host as a part', 'https://evil.test/#.fcm.googleapis.com'],
    ['with the host behind a backslash', 'https://evil.test\\.fcm.googleapis.com/fcm/send/a'],
    ['with the host behind a percent sign', 'https://evil.test%2F.fcm.googleapis.com/fcm/send/a'],
    ['with letters of another writing', 'https://fcm.googleap\u0456s.com/fcm/send/a'],
    ['that is very long', `https://fcm.googleapis.com/fcm/send/${'a'.repeat(20_000)}`],
  ])('8.5.4 is refused: %s', async (_, endpoint) => {
    const person = await signUp()
    expect(faults(await addDevice(person, { endpoint, keys }))).toContain('endpoint')
    expect(await devicesOf(person)).toEqual([])
  })
})
