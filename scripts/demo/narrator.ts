/** Tells the story on the terminal, a line for each thing that was seen to happen. */
let chapters = 0
let print = (line: string): void => console.log(line)
/** For who plays the story for what it leaves behind. */
export const beSilent = () => {
  print = () => {}
}

export const chapter = (title: string) => print(`\n${++chapters}. ${title}`)
export const did = (line: string) => print(`   ✓ ${line}`)

/** Stops the story when something is not as it should be. */
export function mustBe(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Error(`Ce n'est pas ce qui était attendu : ${what}`)
}

/**
 * Looks again until something is there, 75 seconds at most: a gateway is asked about a movement once in 30 seconds, so whoever
 * asked too early waits for the next question.
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

/** "18 500,00 CDF", as a person in Goma reads an amount. */
export function say(amount: string | number, currency: string): string {
  const [whole = '', cents] = String(amount).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ' ')
  return `${grouped}${cents ? `,${cents}` : ''} ${currency}`
}
