import type { RunningService } from '#testing/running/start.ts'
import { campaign, setStage } from './campaign.ts'
import { FAULTS } from './faults.ts'
import { Findings } from './findings.ts'

/** The test build: the service with its planted faults. */
export const FAULTY = 'proof/fuzz/faulty.ts'

/** `found` is the first thing that was found while the fault was on; `before` while none was. */
export type Hunt = { what: string; found: string | undefined; before: string | undefined }

/** A short campaign over the operations of each planted fault, first without it and then with it. */
export async function huntPlanted(service: RunningService, plan: { seed: number; cases: number }): Promise<Hunt[]> {
  const stage = await setStage(service)
  const hunts: Hunt[] = []
  for (const [at, { what, in: operationId }] of FAULTS.entries()) {
    const hunt = async (headers: Record<string, string>) => {
      const findings = new Findings()
      await campaign(stage, { ...plan, headers, only: (each) => each === operationId }, findings)
      return [...findings.lines()][0]?.trim()
    }
    hunts.push({ what, before: await hunt({}), found: await hunt({ 'x-fault': String(at) }) })
  }
  return hunts
}
