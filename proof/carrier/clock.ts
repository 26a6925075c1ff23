import { vi } from 'vitest'

/** A person's acts: between two of them they yield how many seconds pass. */
export type Life = AsyncGenerator<number, void>
type Waiting = { at: number; turn: number; life: Life }

/** Lets everybody live, one act after the other in the order of their clock, which the whole service reads. */
export async function live(lives: { from: number; life: Life }[], begin: number): Promise<void> {
  const queue: Waiting[] = []
  let turn = 0
  for (const { from, life } of lives) push(queue, { at: begin + from * 1000, turn: turn++, life })
  for (let next = pop(queue); next; next = pop(queue)) {
    vi.setSystemTime(next.at)
    const { done, value } = await next.life.next()
    if (!done) push(queue, { at: next.at + Math.round(value * 1000), turn: turn++, life: next.life })
  }
}

const isBefore = (a: Waiting, b: Waiting) => a.at < b.at || (a.at === b.at && a.turn < b.turn)

/** A heap: the earliest is the first. */
function push(queue: Waiting[], one: Waiting): void {
  let place = queue.push(one) - 1
  while (place > 0) {
    const parent = (place - 1) >> 1
    if (!isBefore(one, queue[parent]!)) break
    queue[place] = queue[parent]!
    place = parent
  }
  queue[place] = one
}

function pop(queue: Waiting[]): Waiting | undefined {
  const first = queue[0]
  const last = queue.pop()
  if (!first || !last || first === last) return first
  let place = 0
  for (let child = 1; child < queue.length; child = 2 * place + 1) {
    if (child + 1 < queue.length && isBefore(queue[child + 1]!, queue[child]!)) child++
    if (!isBefore(queue[child]!, last)) break
    queue[place] = queue[child]!
    place = child
  }
  queue[place] = last
  return first
}
