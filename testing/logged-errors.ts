import { vi } from 'vitest'

/** Captures what the service logs as an error in this test, where the test wants the failure and expects its line. */
export function captureErrors(): () => string[] {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  return () => log.mock.calls.map((words) => words.join(' '))
}
