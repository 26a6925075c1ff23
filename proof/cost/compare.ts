/** Counts move a little: a mail leaves with its commit or in the next trip. */
const SLACK = { factor: 1.1, rows: 15 }

/** The lines of counts that differ between two pages by more than chance. */
export function differencesOf(kept: string, fresh: string): string[] {
  const [before, after] = [countsIn(kept), countsIn(fresh)]
  const names = [...new Set([...before.keys(), ...after.keys()])]
  return names.flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)]
    const isAlike = was && is && was.every((count, i) => isNear(count, is[i] ?? 0))
    return isAlike ? [] : [`${name}: ${was?.join(', ') ?? 'not there'} → ${is?.join(', ') ?? 'not there'}`]
  })
}

const isNear = (a: number, b: number) => Math.abs(a - b) <= Math.max(a, b) * (SLACK.factor - 1) + SLACK.rows

/** The counts of each line that names who asks, from *Times* on. */
const countsIn = (page: string) =>
  new Map(
    [...page.matchAll(/^\| (\w[^|]*: [^|]+|the clock[^|]+?) \|([\d.| ]+)\|$/gm)].map(([, name = '', counts = '']) => [
      name,
      counts.split('|').map(Number),
    ]),
  )
