/** The kind of a device by a word in its name; the first that fits counts. */
const KINDS: [word: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

/** The name of a passkey to which its owner gave none: the kind of device that made it. */
export const nameOfDevice = (deviceName: string | null): string =>
  KINDS.find(([word]) => word.test(deviceName ?? ''))?.[1] ?? "Clé d'accès"
