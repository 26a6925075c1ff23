/** The fault menu of docs/gateways.md, What can go wrong, as data: how often each strikes, what really happened, and what we are told. */
type CallFault = {
  weight: number
  /** Whether the gateway took the movement on. */
  happened: boolean
  answer: 'pending' | 'succeeded' | 'declined' | 'notSent' | 'unknown'
  /** The answer comes only some steps later. */
  slow?: true
  /** The gateway never calls back about it. */
  silent?: true
  /** The verdict's callback arrives while the call is still open. */
  callbackFirst?: true
}

export const CALL_FAULTS = {
  none: { weight: 50, happened: true, answer: 'pending' },
  answeredAtOnce: { weight: 8, happened: true, answer: 'succeeded' },
  slow: { weight: 5, happened: true, answer: 'pending', slow: true },
  slowAndUnknown: { weight: 3, happened: true, answer: 'unknown', slow: true },
  callbackBeforeAnswer: { weight: 5, happened: true, answer: 'pending', slow: true, callbackFirst: true },
  timedOutHappened: { weight: 5, happened: true, answer: 'unknown' },
  timedOutNotHappened: { weight: 4, happened: false, answer: 'unknown' },
  error500Happened: { weight: 4, happened: true, answer: 'unknown' },
  error500NotHappened: { weight: 3, happened: false, answer: 'unknown' },
  garbage: { weight: 3, happened: true, answer: 'unknown' },
  otherId: { weight: 2, happened: true, answer: 'unknown' },
  otherAmount: { weight: 2, happened: true, answer: 'unknown' },
  otherCurrency: { weight: 2, happened: true, answer: 'unknown' },
  duplicate: { weight: 3, happened: true, answer: 'pending' },
  refused: { weight: 6, happened: false, answer: 'declined' },
  acceptedAndSilent: { weight: 5, happened: true, answer: 'pending', silent: true },
  notSent: { weight: 4, happened: false, answer: 'notSent' },
} as const satisfies Record<string, CallFault>

/** Answers of a status read instead of the truth. */
export const READ_FAULTS = {
  none: 60,
  timedOut: 6,
  garbage: 3,
  notFoundYet: 4,
  otherId: 2,
  otherAmount: 0.6,
  otherCurrency: 0.6,
  disagrees: 0.6,
} as const

/** Which part of the money a gateway says. */
export const FORMS = { both: 70, amountOnly: 12, currencyOnly: 6, neither: 12 } as const

/** Fates of the callback of a verdict. */
export const CALLBACK_FAULTS = {
  none: 40,
  lost: 8,
  late: 6,
  twice: 8,
  reordered: 6,
  failedAfterCompleted: 3,
  forged: 6,
  otherAmount: 1,
  otherCurrency: 1,
  otherId: 3,
} as const

export const D1_FAULTS = { overloaded: 3, connectionLostBefore: 2, connectionLostAfter: 4 } as const
export const MESSAGE_FAULTS = { none: 90, failed: 6, sentButFailed: 2, refused: 2 } as const

export type CallFaultName = keyof typeof CALL_FAULTS
export const callWeights = Object.fromEntries(
  Object.entries(CALL_FAULTS).map(([name, { weight }]) => [name, weight]),
) as Record<CallFaultName, number>
