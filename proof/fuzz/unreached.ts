/** Operations of which no case gets through, each with its reason; any other of which none did is a finding. */
export const UNREACHED: Record<string, string> = {}
