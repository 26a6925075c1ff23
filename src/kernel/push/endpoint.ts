/** Kinds of devices that take pushes: a browser by the service of its maker, or an app by Firebase. */
export const DEVICE_KINDS = ['WEB_PUSH', 'FCM'] as const
export type DeviceKind = (typeof DEVICE_KINDS)[number]

/** Hosts of push services; a dot before a name stands for each host under it. */
const HOSTS = [
  ...['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'],
  ...['.notify.windows.com', '.push.apple.com'],
]
/** Only the plainest spelling: nothing that one reader takes for another host than the next. */
const PLAIN = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)\/[\w!$&'()*+,;=:@%./~?-]*$/

/**
 * Whether a text is an endpoint of a push service: pushes go nowhere else, or a person could have us call any host. Each spelling that a
 * URL would change (letter cases, ports, names, unicode, dots at the end) is refused.
 */
export function isPushEndpoint(text: string): boolean {
  const host = PLAIN.exec(text)?.[1]
  if (host === undefined || !URL.canParse(text) || new URL(text).hostname !== host) return false
  return HOSTS.some((known) => (known.startsWith('.') ? host.endsWith(known) : host === known))
}

/** Whether the endpoint is at a host that many devices share, and not at one under a known name, which a person may have invented. */
export const isSharedEndpoint = (endpoint: string): boolean => HOSTS.includes(new URL(endpoint).hostname)
