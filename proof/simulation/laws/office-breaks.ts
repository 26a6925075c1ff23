import { SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'

/** A ticket of a seller whose subscription runs, as their plan has it. */
const TICKET_OF_A_SELLER = [
  `INSERT INTO tickets (id, number, owner_id, subject, category, status, goes_first, created_at, updated_at)
    SELECT 'ts', 'ts', sp.user_id, '', 'OTHER', 'OPEN', p.priority_support, 1, 1 FROM seller_profiles sp
    JOIN subscriptions s ON s.seller_profile_id = sp.id AND ${SUBSCRIPTION_STATES.current.inText('s.status')} JOIN plans p ON p.id = s.plan_id LIMIT 1`,
]

/** Breaks of the office's tables: a write to each that a law reads, after which a law is broken. */
export const OFFICE_BREAKS: Record<string, { before?: string[]; write: string }> = {
  feed_reads: {
    write: `INSERT INTO feed_reads (user_id, up_to, id, marked, at) SELECT id, 1, 'r', 1, 1 FROM users LIMIT 1`,
  },
  feeds: { write: `INSERT INTO feeds (user_id, total) SELECT id, 1 FROM users WHERE name = 'P 11'` },
  incident_parties: {
    before: [
      'DROP TRIGGER count_incident_parties_insert',
      `INSERT INTO incidents (id, type, severity, title, description, ref, created_at) VALUES ('ip', 'OTHER', 'LOW', '', '', 'ip', 1)`,
    ],
    write: `INSERT INTO incident_parties (incident_id, user_id, part, opened_at) SELECT 'ip', id, 'BUYER', 1 FROM users LIMIT 1`,
  },
  notifications: {
    before: ['DROP TRIGGER feeds_insert'],
    write: `INSERT INTO notifications (id, user_id, type, title, body, data, created_at) SELECT 'n', id, '', '', '', '{}', 1 FROM users LIMIT 1`,
  },
  plans: {
    before: ['DROP TRIGGER tickets_of_plan', ...TICKET_OF_A_SELLER],
    write: 'UPDATE plans SET priority_support = 1 - priority_support',
  },
  tickets: {
    before: ['DROP TRIGGER count_tickets_insert'],
    write: `INSERT INTO tickets (id, number, owner_id, subject, category, status, goes_first, created_at, updated_at)
      SELECT 't', 't', id, '', 'OTHER', 'OPEN', 0, 1, 1 FROM users LIMIT 1`,
  },
}
