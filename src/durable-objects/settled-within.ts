/**
 * Waits for another call of the same object, however it ends, and at most so many ms: a call that was cut off never ends.
 * @returns whether it ended in time
 */
export function settledWithin(call: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)
    const end = () => {
      clearTimeout(timer)
      resolve(true)
    }
    call.then(end, end)
  })
}
