/** Tells the story on the terminal, one line for each thing that has happened. */
let chapters = 0
let print = (line: string): void => console.log(line)
/** Tells nothing from now on, for callers who need only the data of the story. */
export const beSilent = () => {
  print = () => {}
}

export const chapter = (title: string) => print(`\n${++chapters}. ${title}`)
export const did = (line: string) => print(`   ✓ ${line}`)

/** Stops the story if something is not as expected. */
export function mustBe(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Error(`Ce n'est pas ce qui était attendu : ${what}`)
}

/**
 * Looks again until there is something, for 75 seconds at most: the service asks a gateway about a movement once in 30
 * seconds, so a look that comes too early waits for the next question.
 */
export async function until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + 75_000
  while (Date.now() < deadline) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  throw new Error(`Cela n'est pas arrivé à temps : ${what}`)
}

/** An amount as a person in Goma reads it: "18 500,00 CDF". */
export function say(amount: string | number, currency: string): string {
  const [whole = '', cents] = String(amount).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ' ')
  return `${grouped}${cents ? `,${cents}` : ''} ${currency}`
}
