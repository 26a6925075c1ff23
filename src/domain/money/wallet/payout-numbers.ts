import { type SQL, sql } from 'drizzle-orm'

/** SQL: the payout numbers of these owners' wallets, as a JSON array. @param owners a sub-select of ids */
export const payoutNumbersOf = (owners: SQL): SQL => sql`(
  SELECT json_group_array(json_object(
    'ownerId', w.owner_id, 'payoutPhone', w.payout_phone, 'payoutNetwork', w.payout_network,
    'payoutCountry', w.payout_country, 'payoutVerifiedAt', w.payout_verified_at))
  FROM wallets w WHERE w.owner_id IN (${owners}))`
