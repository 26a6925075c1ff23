/**
 * Groups of notices that people can switch off; notices without a group, security above all, always go (docs/conventions.md,
 * Notifications).
 */
export const GROUPS = ['orders', 'payments', 'messages', 'marketing'] as const
export type Group = (typeof GROUPS)[number]
export const CHANNELS = ['inApp', 'email', 'sms', 'push'] as const
export type Channel = (typeof CHANNELS)[number]

/** The groups by the first word of a kind. */
const GROUP_OF: Record<string, Group> = {
  order: 'orders',
  delivery: 'orders',
  review: 'orders',
  payin: 'payments',
  refund: 'payments',
  payout: 'payments',
  'admin-payout': 'payments',
  subscription: 'payments',
  wallet: 'payments',
  message: 'messages',
  marketing: 'marketing',
}

export const groupOf = (kind: string): Group | undefined => GROUP_OF[kind.split('.')[0] ?? '']

/** Whether a channel is on until a person chooses. */
export const isOnAtFirst = (group: Group, channel: Channel) => channel !== 'sms' && group !== 'marketing'
