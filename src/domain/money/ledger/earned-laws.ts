import { atNight, type Law } from '#db/law.ts'

/** Owners of wallets: `seller:<id>`, `rider:<id>`. */
const WALLETS = `substr(k.code, 1, length(k.code) - 10) FROM accounts k WHERE k.code GLOB '*:available' AND k.code > 'rider' AND k.code`

/** Totals of wallets, each against the transfers of its wallet. */
export const EARNED_LAWS: Record<string, Law> = {
  'what a wallet earned and withdrew is in its transfers': [
    ...atNight(
      `
    SELECT w.name FROM (
      SELECT c.name, c.value - c.sealed AS value FROM counters c WHERE c.name GLOB 'earned:*' «c.name earned: ;»
      UNION ALL SELECT 'earned:' || t.to_account || ':' || t.currency, -t.amount_minor FROM transfers t
        WHERE t.to_account GLOB '*:available' «t.to_account  ;» AND (t.from_account GLOB '*:pending' OR t.from_account GLOB '*:held' OR t.kind = 'order:rider')) w
    GROUP BY w.name HAVING sum(w.value) <> 0`,
      WALLETS,
    ),
    ...atNight(
      `
    SELECT w.name FROM (
      SELECT c.name, c.value - c.sealed AS value FROM counters c WHERE c.name GLOB 'withdrawn:*' «c.name withdrawn: ;»
      UNION ALL SELECT 'withdrawn:' || replace(t.from_account, ':available', ':reserved') || ':' || t.currency, -t.amount_minor
        FROM transfers t WHERE +t.kind IN ('withdrawal:done', 'withdrawal:late') «t.from_account  ;»
      UNION ALL SELECT 'withdrawn:' || replace(t.to_account, ':available', ':reserved') || ':' || t.currency, t.amount_minor
        FROM transfers t WHERE +t.kind = 'withdrawal:returned' «t.to_account  ;») w
    GROUP BY w.name HAVING sum(w.value) <> 0`,
      WALLETS,
    ),
  ],
}
