/** What a device says it is, by a word in it; the first that fits. */
const KINDS: [word: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

/** A name for a passkey that its owner gave none: the kind of device it was made on. */
export const nameOfDevice = (deviceName: string | null): string =>
  KINDS.find(([word]) => word.test(deviceName ?? ''))?.[1] ?? "Clé d'accès"
