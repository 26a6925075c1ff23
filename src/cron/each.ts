/** Takes on what is due one at a time, each in its own commit: one that fails holds back no other. @returns how many were due */
export async function each<T>(job: string, due: T[], work: (one: T) => Promise<unknown>): Promise<number> {
  for (const one of due) {
    await work(one).catch((error: unknown) => {
      console.error(JSON.stringify({ job, error: error instanceof Error ? error.name : 'error' }))
    })
  }
  return due.length
}
